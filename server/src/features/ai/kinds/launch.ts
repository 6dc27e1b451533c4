import type { Kind } from './kind.ts'
import { learn } from './learn.ts'

/** A product that goes public. */
export const launch: Kind = {
  words: /\b(?:launch|launching|release|introduce|go[- ]to[- ]market|startup|start-up|store|shop|product)\b/i,
  name: 'launch',
  description: 'Know whom it is for, get everything ready, go public on a chosen day, and learn from the first weeks.',
  phases: [
    {
      title: 'Know the customers',
      description: 'Whom this is for, what they do today, and what would make them change.',
      tasks: [
        ['Talk to ten possible customers', '5 days', 'About their problem, before anything is shown to them.'],
        ['Write down the promise in one sentence', '1 day', 'For whom, which problem, why this and why now.'],
        [
          'Set the goal and the date of the launch',
          '1 day',
          'One number for the first month, and who decides to postpone.',
        ],
        ['Compare with what customers use today', '2 days', 'Price, strengths, and why people leave.'],
        ['Estimate how many customers there are', '2 days', 'From the bottom up, with sources.'],
        ['Collect the objections', '1 day', 'The five hardest questions, with honest answers.'],
      ],
    },
    {
      title: 'Shape the offer',
      description: 'What people get, what it costs, and what is left for later.',
      tasks: [
        ['Decide what is part of the launch', '2 days', 'Everything the promise needs, nothing that only delays.'],
        ['Set price and terms', '3 days', 'Three alternatives, tried with five customers.'],
        ['Test the offer with a simple page', '4 days', 'Do visitors leave their email address?'],
        ['Check law, taxes and trademarks', '3 days', 'Nothing forces a new name in the second week.'],
        ['Plan money for the first half year', '2 days', 'Costs, income, and the day on which it has to pay off.'],
        ['Find three partners', '5 days', 'Who already have the trust of the customers.'],
      ],
    },
    {
      title: 'Tell the story',
      description: 'Name, texts and pictures that say the same everywhere.',
      tasks: [
        ['Write the messages', '2 days', 'One headline, three reasons, one next step.'],
        ['Make pictures and a short film', '5 days', 'Showing people who use it, not only the thing.'],
        ['Build the page that sells', '5 days', 'Fast on a phone, with price and a way to ask.'],
        ['Collect voices of first customers', '3 days', 'With name and permission.'],
        ['Prepare the press kit', '2 days', 'Facts, pictures and a person who answers.'],
        ['Plan four weeks of posts', '2 days', 'What is published where, by whom.'],
      ],
    },
    {
      title: 'Get ready',
      description: 'Product, delivery and support work before the first customer arrives.',
      tasks: [
        ['Finish what was promised', '10 days', 'Known faults are listed, with who accepts them.'],
        ['Test with twenty friendly customers', '7 days', 'The whole way, payment and delivery included.'],
        ['Write the checklist of the day', '1 day', 'Hour by hour, with names and a way back.'],
        [
          'Brief everyone who talks to customers',
          '1 day',
          'They have used it, and have answers to the hard questions.',
        ],
        ['Set up the numbers that are watched', '2 days', 'Visits, purchases and failures on one screen.'],
        ['Prepare stock or capacity', '4 days', 'For three times the expected demand.'],
      ],
    },
    {
      title: 'Build expectation',
      description: 'People who are waiting on the day.',
      tasks: [
        ['Open a waiting list', '1 day', 'With a reason to join early.'],
        ['Write to journalists and bloggers', '4 days', 'Personally, two weeks before.'],
        ['Give partners what they need', '2 days', 'Texts, pictures and a link of their own.'],
        ['Show how it is made', '5 days', 'One look behind the scenes every other day.'],
        ['Invite first customers to try it', '3 days', 'A week before everyone else.'],
        ['Rehearse the day', '1 day', 'Every step of the checklist once, the way back included.'],
      ],
    },
    {
      title: 'Launch',
      description: 'Go public, and be there.',
      tasks: [
        ['Decide go or no-go', '2 hours', 'By the list, the evening before.'],
        ['Publish and announce everywhere', '1 day', 'All channels within two hours.'],
        ['Answer every question within the hour', '3 days', 'Two people on duty.'],
        ['Fix what goes wrong', '3 days', 'Start with what stops people from buying.'],
        ['Thank the first hundred customers', '1 day', 'Personally, with one question.'],
        ['Tell the team what happened', '1 hour', 'Numbers and stories, every evening.'],
      ],
    },
    learn,
  ],
  shortest: [0, 3, 5],
  milestones: ['Promise and date agreed', 'Ready to sell', 'Goal of the first month reached'],
}
