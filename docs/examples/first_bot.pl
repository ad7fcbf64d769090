#!/usr/bin/perl
# A program that plays the first act it is offered: tta play --bot-command "perl docs/examples/first_bot.pl"
# It speaks the seat protocol (docs/seat-protocol.md) with what every perl brings along.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # flush every line
my $turn = { mine => JSON::PP::false };
my %dodged;

sub say_line { print encode_json(shift), "\n" }

say_line({ do => "hello", version => 2, client => "first bot" });
while (my $line = <STDIN>) {
    my $heard = decode_json($line);
    last if $heard->{is} eq "over";
    if    ($heard->{is} eq "turn")  { $turn = $heard; %dodged = () }
    elsif ($heard->{is} ne "error") { next }    # chat, log, and what later versions say
    next unless $turn->{mine};
    my @acts = grep { !/^(resign|by-hand)\b/ && !$dodged{$_} } map { $_->{text} } @{ $turn->{legal} };
    next unless @acts;
    $dodged{ $acts[0] } = 1;    # not again, should it be refused
    say_line({ do => "act", text => $acts[0] });
}
