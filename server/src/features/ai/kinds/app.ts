import type { Kind } from './kind.ts'

/** Software with a user interface. */
export const app: Kind = {
  words: /\b(?:app|apps|application|software|website|web site|platform|saas|api|mobile|tool|system)\b/i,
  name: 'app',
  description: 'From the people who need {it} to a first release that they use, with room to learn on the way.',
  phases: [
    {
      title: 'Understand the users of {it}',
      description: 'Who they are, what they try to do today, and where it hurts.',
      tasks: [
        [
          'Interview eight people who would use {it}',
          '4 days',
          'Half an hour each, about the last time they needed it.',
        ],
        [
          'Compare five alternatives',
          '2 days',
          'What they do well, what their reviews complain about, what they cost.',
        ],
        [
          'Write the goal and how success is measured',
          '1 day',
          'One sentence and two numbers that everyone agrees on.',
        ],
        ['List what could make the project fail', '1 day', 'The five largest risks, each with an early sign.'],
        ['Agree budget, time and team', '2 days', 'Who works on it, how many days a week, until when.'],
        ['Check law and privacy', '2 days', 'Which personal data are needed at all, and what rules apply.'],
      ],
    },
    {
      title: 'Decide the first release',
      description: 'The smallest thing that is really useful, and a list of what waits.',
      tasks: [
        ['Map the user journey', '2 days', 'Every step from start to success, also those outside the app.'],
        ['Choose the features of the first release', '1 day', 'Each serves the goal; the rest is on a list for later.'],
        ['Write acceptance criteria for each feature', '2 days', 'So that everyone agrees on when it is done.'],
        ['Choose the technology', '2 days', 'By what the team knows and what has to last.'],
        ['Estimate and put in order', '1 day', 'The riskiest first, with a fifth of the time in reserve.'],
        ['Show the plan to two future users', '1 day', 'Would they use exactly this?'],
      ],
    },
    {
      title: 'Design',
      description: 'Screens that can be tried before anything is built.',
      tasks: [
        ['Sketch the main screens', '3 days', 'On paper first, three variants of the hardest one.'],
        ['Build a clickable prototype', '4 days', 'With real copy and the edge cases.'],
        ['Test the prototype with five people', '2 days', 'Do not explain anything. Write down where they stop.'],
        ['Define colors, type and components', '3 days', 'Readable for everyone, light and dark.'],
        ['Write the UI copy', '2 days', 'Buttons, empty states and errors that say what to do.'],
        ['Hand the design over to development', '1 day', 'Every state drawn, questions answered together.'],
      ],
    },
    {
      title: 'Build the core',
      description: 'One complete way through {it}, from the first screen to the stored result.',
      tasks: [
        [
          'Set up the project, tests and deployment',
          '3 days',
          'A change is live in the test environment within ten minutes.',
        ],
        ['Build the most important way through {it}', '8 days', 'From end to end, with real data.'],
        ['Store data safely', '4 days', 'Migrations, backups, and a restore that was tried.'],
        ['Add sign-in and permissions', '3 days', 'Each person sees what is theirs and nothing else.'],
        ['Show progress to the users every week', '1 day', 'What works, with a question they can answer.'],
        ['Measure speed and errors', '2 days', 'Slow places and failures are seen before users report them.'],
      ],
    },
    {
      title: 'Complete the features',
      description: 'What the first release promises beyond the core.',
      tasks: [
        ['Build the remaining features in order', '10 days', 'One finished before the next is begun.'],
        ['Connect to other systems', '4 days', 'With tests for the day on which they do not answer.'],
        ['Add search, settings and notifications', '5 days', 'Only as much as the first users need.'],
        ['Make {it} usable with keyboard and screen reader', '3 days', 'Contrast, focus and names of all controls.'],
        ['Prepare translations', '2 days', 'No text is left in the code.'],
        ['Remove what turned out to be unnecessary', '1 day', 'Less to test, less to explain.'],
      ],
    },
    {
      title: 'Test with real users',
      description: 'Find out what breaks while it is still cheap.',
      tasks: [
        ['Invite thirty people to a beta', '5 days', 'They match the users that were interviewed.'],
        ['Fix what stops people', '6 days', 'Sorted by how many it stops, not by how loud they are.'],
        [
          'Test under load and on weak devices',
          '2 days',
          'Three times the expected users, the oldest supported phone.',
        ],
        ['Get an independent security review', '3 days', 'Findings are fixed or consciously accepted.'],
        ['Write help and release notes', '2 days', 'The ten questions of the beta are answered.'],
        ['Decide go or no-go', '2 hours', 'By the criteria of the start, not by the date.'],
      ],
    },
    {
      title: 'Release {it}',
      description: 'Put it into the hands of people and stay close to them.',
      tasks: [
        ['Release to a small group first', '2 days', 'Ten percent for two days, with a way back.'],
        ['Announce {it}', '2 days', 'Where the users are, with one clear next step.'],
        ['Answer every message of the first two weeks', '10 days', 'Within a day, by someone who can fix it.'],
        ['Compare use with the goal', '1 day', 'How many came, how many came back.'],
        ['Decide the next release', '1 day', 'Three things to do and one to drop.'],
        ['Hold a retrospective', '2 hours', 'One change in how the team works.'],
      ],
    },
  ],
  shortest: [0, 3, 6],
  milestones: ['Goal and first release of {it} agreed', 'Core of {it} works end to end', '{it} is in use'],
}
