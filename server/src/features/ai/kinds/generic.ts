import type { Kind } from './kind.ts'

/** Everything else. */
export const generic: Kind = {
  words: /^(?!)/,
  name: 'project',
  description: 'From a clear goal to a result that others can use, in steps that can be checked.',
  phases: [
    {
      title: 'Agree the goal of {it}',
      description: 'Why it is done, for whom, and how you know it is done.',
      tasks: [
        ['Write the goal in one sentence', '1 day', 'With the number or the fact by which success is seen.'],
        ['Ask everyone who is affected', '3 days', 'What they need, and what they fear.'],
        ['Set limits: time, money, scope', '1 day', 'And which of the three gives way first.'],
        ['Name who decides and who helps', '1 day', 'One name for each area.'],
        ['Look at how others have done it', '2 days', 'Two examples that worked and one that did not.'],
        ['Write down what is not part of it', '2 hours', 'Read by everyone.'],
      ],
    },
    {
      title: 'Make a plan',
      description: 'Steps in the right order, and what could stop them.',
      tasks: [
        ['Split {it} into pieces', '2 days', 'Each done by one person in a week or less.'],
        ['Put the pieces in order', '1 day', 'What waits for what.'],
        ['List the five largest risks', '1 day', 'Each with an early sign and an answer.'],
        ['Set dates, with buffer', '1 day', 'Keep a fifth as buffer.'],
        ['Agree how progress is shown', '1 day', 'Once a week, on one page.'],
        ['Have the plan accepted', '1 day', 'By those who pay and those who work.'],
      ],
    },
    {
      title: 'Prepare',
      description: 'People, money and things are there when they are needed.',
      tasks: [
        ['Get the people together', '3 days', 'Time is promised by name.'],
        ['Order long-lead items', '2 days', 'With a second supplier.'],
        ['Set up tools and places', '2 days', 'Everyone has access on the first day.'],
        ['Clear permits and contracts', '5 days', 'In writing.'],
        ['Train the people who need it', '3 days', 'Just before it is used.'],
        ['Hold the kick-off', '2 hours', 'Everyone can say the goal in a sentence.'],
      ],
    },
    {
      title: 'Do the first part',
      description: 'The riskiest piece first, thin but from end to end.',
      tasks: [
        ['Begin with the riskiest piece', '4 days', 'If it fails, there is time to change course.'],
        ['Build a first version of {it}', '8 days', 'Small, but complete.'],
        ['Show it to the people it is for', '1 day', 'Watch more than you explain.'],
        ['Adjust the plan', '1 day', 'What was learned changes dates or scope.'],
        ['Solve what blocks the work', '3 days', 'Every blocker has a name and a date.'],
        ['Report the state', '2 hours', 'Done, next, in the way.'],
      ],
    },
    {
      title: 'Complete the rest',
      description: 'Piece by piece, finished before the next is begun.',
      tasks: [
        ['Work through the remaining pieces', '10 days', 'In the agreed order.'],
        ['Put the pieces together', '3 days', 'Early and often.'],
        ['Keep an eye on the money', '1 day', 'Compared with the plan, every week.'],
        ['Look at the risks again', '2 hours', 'Which ones have gone, which are new.'],
        ['Decide on change requests', '1 day', 'Now, later or never, with the price of each.'],
        ['Write down how it works', '3 days', 'For those who take over.'],
      ],
    },
    {
      title: 'Check the result',
      description: 'With the people it is for, against what was agreed.',
      tasks: [
        ['Check every point of the goal', '2 days', 'Met, not met, not known.'],
        ['Let five people use {it}', '3 days', 'On their own, for something real.'],
        ['Correct what they stumble over', '4 days', 'The most frequent first.'],
        ['Get the acceptance in writing', '1 day', 'With a list of what is still open.'],
        ['Test the bad day', '1 day', 'What happens when something breaks.'],
        ['Ask someone from outside', '1 day', 'Fresh eyes for an hour.'],
      ],
    },
    {
      title: 'Hand over and look back',
      description: '{it} lives on without the project.',
      tasks: [
        ['Hand {it} over to its owner', '2 days', 'Who has run it alone for a day.'],
        ['Look back with everyone', '2 hours', 'Keep, change, leave out.'],
        ['Measure whether the goal was reached', '1 day', 'By what was agreed at the start.'],
        ['Settle open bills and contracts', '2 days', 'Compared with the budget.'],
        ['Archive what may be needed', '1 day', 'Where a newcomer finds it.'],
        ['Thank everyone', '1 hour', 'With the result, by name.'],
      ],
    },
  ],
  shortest: [0, 3, 6],
  milestones: ['Goal and plan of {it} agreed', 'First version of {it} shown', '{it} handed over'],
}
