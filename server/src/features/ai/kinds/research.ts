import type { Kind } from './kind.ts'

/** A research question. */
export const research: Kind = {
  words:
    /\b(?:research|study|thesis|dissertation|paper|survey|experiment|analysis|investigate|investigation|report)\b/i,
  name: 'study',
  description: 'A question that can be answered, a method that others can repeat, and a result that is told clearly.',
  phases: [
    {
      title: 'Find the question',
      description: 'Small enough to be answered, large enough to matter.',
      tasks: [
        ['Write the question of {it} in one sentence', '2 days', 'And what would count as an answer.'],
        ['Talk to three people who know the field', '3 days', 'What is known, what is disputed, who works on it.'],
        ['Agree scope, time and supervision', '2 days', 'In writing, with what is left out.'],
        ['State the hypotheses', '1 day', 'With what would refute them.'],
        ['List what could go wrong', '1 day', 'Access, numbers of participants, equipment, time.'],
        ['Choose where {it} will be published', '1 day', 'Form and length follow from it.'],
      ],
    },
    {
      title: 'Read',
      description: 'What others have found, and where it ends.',
      tasks: [
        ['Search the literature with a fixed strategy', '4 days', 'Databases, words and dates are written down.'],
        ['Read and sort the thirty best sources', '8 days', 'One line each: what they asked, did and found.'],
        ['Write the state of knowledge', '4 days', 'Ending at the gap that {it} fills.'],
        ['Set up the reference manager', '1 day', 'Shared, with notes.'],
        ['Compare the methods of others', '2 days', 'Which ones fit this question?'],
        ['Discuss the gap with a colleague', '2 hours', 'Is it really one?'],
      ],
    },
    {
      title: 'Choose the method',
      description: 'How the question is answered so that others believe it.',
      tasks: [
        ['Describe the method step by step', '3 days', 'Someone else could do it.'],
        ['Work out how many cases are needed', '2 days', 'Before the first is collected.'],
        ['Get ethics and data protection approved', '10 days', 'Consent forms and storage included.'],
        ['Prepare questionnaires or instruments', '4 days', 'Tried with three people.'],
        ['Register the analysis plan', '1 day', 'So that no one can question it later.'],
        ['Prepare the place where data are kept', '1 day', 'Encrypted, with a backup.'],
      ],
    },
    {
      title: 'Collect the data',
      description: 'Carefully, and the same way every time.',
      tasks: [
        ['Run a pilot', '4 days', 'Five cases from start to analysis.'],
        ['Find participants or sources', '8 days', 'By the rules that were fixed.'],
        ['Collect according to the plan', '15 days', 'With a log of everything unusual.'],
        ['Check quality every week', '3 days', 'Missing, impossible and double values.'],
        ['Thank the participants', '1 day', 'And tell them when there will be results.'],
        ['Close and freeze the data', '1 day', 'From here on nothing is changed.'],
      ],
    },
    {
      title: 'Analyse',
      description: 'First what was planned, then what surprised.',
      tasks: [
        ['Clean the data by script', '3 days', 'The raw data stay as they are.'],
        ['Carry out the planned analysis', '5 days', 'Exactly as registered.'],
        ['Draw the figures', '3 days', 'Each says one thing.'],
        ['Look for other explanations', '3 days', 'What would a sceptic ask?'],
        ['Have the analysis repeated by someone else', '3 days', 'From the frozen data, with the script.'],
        ['Write down the limits', '1 day', 'What the data cannot say.'],
      ],
    },
    {
      title: 'Write',
      description: 'So that a busy reader gets it.',
      tasks: [
        ['Outline the argument in ten sentences', '1 day', 'One for each section.'],
        ['Write the first draft', '10 days', 'Methods first, introduction last.'],
        ['Have it read by two people', '5 days', 'One who knows the field, one who does not.'],
        ['Revise', '4 days', 'Shorter, not longer.'],
        ['Check references and figures', '2 days', 'Each claim has its source.'],
        ['Write the summary', '1 day', 'The answer in its first sentence.'],
      ],
    },
    {
      title: 'Share the results',
      description: 'Publish the result and tell the people it matters to.',
      tasks: [
        ['Submit or hand in {it}', '1 day', 'With everything the guidelines ask for.'],
        ['Publish data and script', '2 days', 'As far as consent allows.'],
        ['Present {it}', '3 days', 'Fifteen minutes, one message.'],
        ['Write a page for people outside the field', '2 days', 'What changes now?'],
        ['Answer the reviewers', '5 days', 'Point by point.'],
        ['Plan the next question', '1 day', 'What {it} has opened.'],
      ],
    },
  ],
  shortest: [0, 3, 5],
  milestones: ['Question of {it} agreed', 'Method tested in a pilot', 'Results written up'],
}
