import type { Phase } from './kind.ts'

/** The last phase of a launch and a campaign. */
export const learn: Phase = {
  title: 'Measure and learn',
  description: 'See what {it} has changed, and decide what to do with that.',
  tasks: [
    ['Compare the results with the goal', '1 day', 'The numbers that were agreed at the start, honestly read.'],
    [
      'Ask ten people what worked for them',
      '3 days',
      'Those who are happy, those who are not, and those who stayed away.',
    ],
    ['Decide the next three improvements', '1 day', 'Each with an owner and a date.'],
    ['Write down what was learned', '1 day', 'For the team that does something alike next year.'],
    ['Thank everyone who helped', '2 hours', 'With the result in numbers and what they made possible.'],
    ['Archive files, contracts and access', '1 day', 'Someone who was not there can find everything.'],
  ],
}
