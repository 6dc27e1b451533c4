import type { Kind } from './kind.ts'

/** Something that people learn from. */
export const course: Kind = {
  words:
    /\b(?:course|courses|training|workshop|curriculum|lesson|lessons|teach|tutorial|bootcamp|e-?learning|class)\b/i,
  name: 'course',
  description: 'Start from what people can do afterwards, try it with a few, and open {it} when it works.',
  phases: [
    {
      title: 'Know the learners',
      description: 'Where they stand, where they want to get, and how much time they have.',
      tasks: [
        ['Interview eight future learners', '4 days', 'What they tried, and where they gave up.'],
        ['Write what they can do after {it}', '1 day', 'Five things that one could watch them do.'],
        ['Decide length, format and level', '1 day', 'Hours a week, live or recorded, what has to be known before.'],
        ['Look at five other courses', '2 days', 'What is praised, what is missing, what they cost.'],
        ['Choose platform and price', '2 days', 'Tried as a learner would.'],
        ['Plan the work backwards from the start', '1 day', 'With two weeks in reserve.'],
      ],
    },
    {
      title: 'Design the curriculum',
      description: 'The order in which things become easy.',
      tasks: [
        ['Split {it} into modules', '2 days', 'Each ends with something the learner has made.'],
        ['Design the project that runs through {it}', '2 days', 'Close to the learners’ own work.'],
        ['Write the goal of each lesson', '2 days', 'One idea a lesson, ten minutes or less.'],
        ['Plan exercises and how they are checked', '3 days', 'Every lesson is followed by doing.'],
        ['Have the outline read by two experts', '3 days', 'What is wrong, missing or too much?'],
        ['Choose examples', '2 days', 'From the world of the learners.'],
      ],
    },
    {
      title: 'Write the lessons',
      description: 'Scripts, exercises and material.',
      tasks: [
        ['Write a sample lesson and test it', '3 days', 'With two learners who think aloud.'],
        ['Write the scripts of all lessons', '10 days', 'As one would say it, not as one would print it.'],
        ['Write exercises with solutions', '5 days', 'Solved by someone else before learners see them.'],
        ['Draw slides and diagrams', '5 days', 'One thought each.'],
        ['Write the workbook', '4 days', 'What is worth keeping after {it}.'],
        ['Check language and accessibility', '2 days', 'Subtitles, contrast, plain words.'],
      ],
    },
    {
      title: 'Produce',
      description: 'Record, edit and put everything in its place.',
      tasks: [
        ['Set up sound, light and camera', '1 day', 'Sound first; a test recording on a phone speaker.'],
        ['Record the lessons', '8 days', 'Two modules a week, in one room.'],
        ['Edit and add subtitles', '8 days', 'Pauses out, nothing important out.'],
        ['Put everything on the platform', '2 days', 'Each link and each exercise tried.'],
        ['Record a welcome and a summary', '1 day', 'What to expect, and what has been reached.'],
        ['Prepare certificates', '1 day', 'Saying what the person can do.'],
      ],
    },
    {
      title: 'Try it with a few',
      description: 'A pilot that is allowed to be imperfect.',
      tasks: [
        ['Find ten people for a pilot', '4 days', 'At half the price, for honest words.'],
        ['Run the first two modules', '10 days', 'Watch where they stop and what they ask.'],
        ['Improve what confused people', '4 days', 'Rewrite, do not explain more.'],
        ['Ask what they can do now', '1 day', 'Compared with what was promised.'],
        ['Collect voices of learners', '1 day', 'With permission, in their words.'],
        ['Decide whether {it} is ready', '2 hours', 'With the numbers of the pilot.'],
      ],
    },
    {
      title: 'Open enrolment',
      description: 'The right people find {it} and know what they get.',
      tasks: [
        ['Write the page of {it}', '3 days', 'For whom it is, for whom it is not, what they can do afterwards.'],
        ['Offer a free lesson', '2 days', 'The best one.'],
        ['Write to the people who asked', '1 day', 'And to groups where learners meet.'],
        ['Hold an open hour for questions', '1 day', 'Recorded for those who could not come.'],
        ['Set up payment and invoices', '2 days', 'Tested with one real purchase.'],
        ['Close enrolment and welcome everyone', '1 day', 'With the first small task.'],
      ],
    },
    {
      title: 'Teach and improve',
      description: 'Be there while people learn.',
      tasks: [
        ['Answer questions within a day', '20 days', 'In public, so that others learn too.'],
        ['Follow who falls behind', '10 days', 'A friendly message after a week of silence.'],
        ['Compare results with the goals of {it}', '1 day', 'How many finished, and what they can do.'],
        ['Improve the three weakest lessons', '5 days', 'By questions asked and videos abandoned.'],
        ['Plan the next round', '1 day', 'Date, price and what changes.'],
        ['Keep in touch with graduates', '1 day', 'They are the best recommendation.'],
      ],
    },
  ],
  shortest: [0, 3, 6],
  milestones: ['Outline of {it} agreed', 'First modules tested', '{it} is open'],
}
