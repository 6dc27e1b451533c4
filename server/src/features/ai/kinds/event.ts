import type { Kind } from './kind.ts'

/** A day on which people meet. */
export const event: Kind = {
  words:
    /\b(?:event|conference|meetup|wedding|party|festival|concert|exhibition|trip|retreat|hackathon|fair|webinar)\b/i,
  name: 'event',
  description:
    'A day that people remember: the right guests, a program with room to breathe, and nothing left to chance.',
  phases: [
    {
      title: 'Decide what it is for',
      description: 'Who should come, and what they take home.',
      tasks: [
        ['Write the purpose of {it} in one sentence', '1 day', 'So that every later choice can be judged by it.'],
        ['Set number of guests, date and budget', '2 days', 'With a second date in case the first fails.'],
        ['Name the team and who decides', '1 day', 'One person each for program, place, guests and money.'],
        ['Collect ideas from five possible guests', '3 days', 'What would make them come, what would keep them away.'],
        ['List the permits that are needed', '1 day', 'Music, food, noise, insurance.'],
        ['Plan backwards from the day', '1 day', 'Every deadline with a name.'],
      ],
    },
    {
      title: 'Find the place',
      description: 'A room that helps.',
      tasks: [
        ['Visit three places', '4 days', 'At the hour at which {it} takes place.'],
        ['Book the place', '2 days', 'With what is included, and the cancellation terms, in writing.'],
        ['Choose food and drinks', '3 days', 'Tasted, with something for everyone.'],
        ['Check access and safety', '1 day', 'Wheelchairs, emergency exits, first aid.'],
        ['Order technology', '2 days', 'Sound, light, network, and a person who knows them.'],
        ['Reserve rooms for guests from far away', '2 days', 'In two price classes.'],
      ],
    },
    {
      title: 'Make the program',
      description: 'Good moments, in a good order.',
      tasks: [
        ['Draft the program', '2 days', 'With long breaks; people come for people.'],
        ['Win the main speakers or artists', '8 days', 'Date, fee, needs and travel confirmed.'],
        ['Plan the opening and the end', '1 day', 'What people feel in the first and in the last ten minutes.'],
        ['Brief everyone who is on stage', '2 days', 'Time, audience, technology, one rehearsal.'],
        ['Plan what happens when someone falls ill', '1 day', 'A replacement for each main point.'],
        ['Publish the program', '1 day', 'With times that will be kept.'],
      ],
    },
    {
      title: 'Invite the guests',
      description: 'The right people know, want to come, and can.',
      tasks: [
        ['Make the list of guests', '2 days', 'And who invites whom personally.'],
        ['Send the invitations', '2 days', 'What, when, where, why, until when to answer.'],
        ['Open registration', '2 days', 'One minute on a phone.'],
        ['Remind those who have not answered', '1 day', 'Two weeks before the deadline.'],
        ['Write what guests need to know', '1 day', 'Way, times, what to bring, whom to call.'],
        ['Find sponsors', '8 days', 'Who gain something from these guests.'],
      ],
    },
    {
      title: 'Prepare the day',
      description: 'Everything that can be done before is done before.',
      tasks: [
        ['Write the schedule by the minute', '2 days', 'Who does what where, from set-up to the last light.'],
        ['Find and brief helpers', '3 days', 'Each has one task and one person to ask.'],
        ['Confirm all suppliers', '1 day', 'Time, place and phone number, a week before.'],
        ['Prepare signs, badges and material', '3 days', 'Seen from the door.'],
        ['Rehearse on site', '1 day', 'Sound, light, ways, timing.'],
        ['Pack the emergency box', '2 hours', 'Tape, chargers, plasters, cash.'],
      ],
    },
    {
      title: 'Hold {it}',
      description: 'Be a host, not a fireman.',
      tasks: [
        ['Set up and check', '1 day', 'Ready an hour before the first guest.'],
        ['Welcome the guests', '2 hours', 'By name, with something to drink.'],
        ['Keep the time', '1 day', 'One person with a watch and the right to interrupt.'],
        ['Take pictures and notes', '1 day', 'Of people, with their consent.'],
        ['Ask for a word of feedback', '1 hour', 'Two questions, before they leave.'],
        ['Clear up and hand over the place', '1 day', 'With a protocol.'],
      ],
    },
    {
      title: 'Follow up',
      description: 'What stays of {it}.',
      tasks: [
        ['Thank guests, helpers and speakers', '1 day', 'Within two days, with pictures.'],
        ['Settle the bills', '3 days', 'Compared with the budget.'],
        ['Look back with the team', '2 hours', 'Keep, change, leave out.'],
        ['Send slides and recordings', '2 days', 'To those who were there, and to those who could not be.'],
        ['Call five guests', '1 day', 'What do they still talk about?'],
        ['Decide whether there is a next time', '1 day', 'With a date, if so.'],
      ],
    },
  ],
  shortest: [0, 4, 5],
  milestones: ['Purpose, date and budget agreed', 'Place and program fixed', '{it} has taken place'],
}
