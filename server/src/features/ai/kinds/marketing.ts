import type { Kind } from './kind.ts'
import { learn } from './learn.ts'

/** A campaign. */
export const marketing: Kind = {
  words: /\b(?:marketing|campaign|advertising|ads|brand|branding|social media|newsletter|seo|promotion|promote)\b/i,
  name: 'campaign',
  description: 'One audience, one message, a few channels: tested small, then run with what works.',
  phases: [
    {
      title: 'Set goal and audience',
      description: 'Whom {it} has to move, and to do what.',
      tasks: [
        ['Set one goal in numbers', '1 day', 'From what to what, until when, at what cost.'],
        [
          'Describe the audience from ten conversations',
          '4 days',
          'What they worry about, where they look, whom they trust.',
        ],
        ['Look at what worked before', '2 days', 'Own campaigns and those of three competitors.'],
        ['Agree budget and team', '1 day', 'A tenth is for tests, a tenth in reserve.'],
        ['Define how results are measured', '1 day', 'Before the first post, not after.'],
        ['Check rules and consent', '1 day', 'Mail, cookies, claims and pictures.'],
      ],
    },
    {
      title: 'Find the message',
      description: 'One thought that is true, matters to them and is not said by everyone.',
      tasks: [
        ['Write five messages', '2 days', 'Each from another worry of the audience.'],
        ['Test the messages with twenty people', '3 days', 'Which one do they repeat the next day?'],
        ['Choose message and offer', '1 day', 'One headline, one reason to act now.'],
        ['Collect proof', '2 days', 'Numbers, customers, guarantees.'],
        ['Define look and tone', '3 days', 'Recognizable without the logo.'],
        ['Write the brief on one page', '1 day', 'For everyone who contributes.'],
      ],
    },
    {
      title: 'Choose the channels',
      description: 'Few, where the audience already is.',
      tasks: [
        ['Rank channels by reach and cost', '2 days', 'With what is known, and how sure that is.'],
        ['Choose two main channels and one to try', '1 day', 'What is left out is written down.'],
        ['Plan the calendar', '2 days', 'What runs when, and what depends on what.'],
        ['Talk to partners and influencers', '4 days', 'Who fit the brand, with clear terms.'],
        ['Set up accounts and tracking', '2 days', 'One test purchase through each channel.'],
        ['Plan who answers comments', '1 day', 'Hours, tone, and when to escalate.'],
      ],
    },
    {
      title: 'Make the content',
      description: 'Texts, pictures and pages that carry the message.',
      tasks: [
        ['Build the landing page', '4 days', 'Same words as the ad, one next step, fast on a phone.'],
        ['Write the texts for every channel', '4 days', 'Three variants of each headline.'],
        ['Produce pictures and video', '6 days', 'In all formats, readable without sound.'],
        ['Write the series of mails', '3 days', 'Each useful on its own.'],
        ['Have everything read by two outsiders', '1 day', 'What do they think they will get?'],
        ['Approve the final versions', '1 day', 'By one person, in one round.'],
      ],
    },
    {
      title: 'Test small',
      description: 'A tenth of the money to learn where the rest belongs.',
      tasks: [
        ['Start with a tenth of the budget', '1 day', 'All variants at the same time.'],
        ['Compare the variants after a week', '1 day', 'By cost for each result, not by clicks.'],
        ['Stop what does not work', '1 hour', 'Also the favorite.'],
        ['Improve the landing page', '2 days', 'Where most people leave.'],
        ['Ask five people who did not buy', '2 days', 'What was missing?'],
        ['Decide how the budget is spent', '1 day', 'With the numbers of the test.'],
      ],
    },
    {
      title: 'Run {it}',
      description: 'Full strength, watched every day.',
      tasks: [
        ['Start on all channels', '1 day', 'In the order of the calendar, with a person watching.'],
        ['Check the numbers every morning', '15 days', 'Ten minutes: go on, change, stop.'],
        ['Answer everyone', '15 days', 'Within two hours on working days.'],
        ['Refresh what wears out', '4 days', 'New pictures when results fall by a fifth.'],
        ['Move money to what works', '2 days', 'Once a week, in steps.'],
        ['Report once a week', '3 hours', 'Goal, cost, what was learned.'],
      ],
    },
    learn,
  ],
  shortest: [0, 3, 5],
  milestones: ['Goal, audience and budget of {it} agreed', 'Content ready', 'Goal of {it} reached'],
}
