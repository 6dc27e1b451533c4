// The kinds of undertakings that sample plans know, and what each goes through. `{it}` is what the prompt is about.

/** Title, how long it takes, what is reached by it. */
type Task = readonly [title: string, time: string, description: string]
interface Phase {
  title: string
  description: string
  tasks: readonly Task[]
}
export interface Kind {
  /** By which it is recognised. */
  words: RegExp
  name: string
  description: string
  /** Seven. */
  phases: readonly Phase[]
  /** The three of them that tell the whole story shortest. */
  shortest: readonly [number, number, number]
  /** At a week, a month and two months. */
  milestones: readonly [string, string, string]
}

const learn: Phase = {
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
    ['Archive files, contracts and access', '1 day', 'Somebody who was not there finds everything.'],
  ],
}

const app: Kind = {
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
        ['Draw the way of a user from start to success', '2 days', 'Every step, also the ones outside of the screen.'],
        ['Choose the features of the first release', '1 day', 'Each serves the goal; the rest is on a list for later.'],
        ['Write acceptance criteria for each feature', '2 days', 'So that everybody sees the same when it is done.'],
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
        ['Build a prototype one can click', '4 days', 'With real texts and the awkward cases.'],
        ['Test the prototype with five people', '2 days', 'They try, nobody explains; write down where they stop.'],
        ['Define colours, type and components', '3 days', 'Readable for everyone, light and dark.'],
        ['Write the texts of the interface', '2 days', 'Buttons, empty screens and errors that say what to do.'],
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
        ['Have security checked by somebody else', '3 days', 'Findings are fixed or consciously accepted.'],
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
        [
          'Answer every message of the first two weeks',
          '10 days',
          'Within a day, by somebody who can change something.',
        ],
        ['Compare use with the goal', '1 day', 'How many came, how many came back.'],
        ['Decide the next release', '1 day', 'Three things to do and one to drop.'],
        ['Hold a retrospective', '2 hours', 'One change in how the team works.'],
      ],
    },
  ],
  shortest: [0, 3, 6],
  milestones: ['Goal and first release of {it} agreed', 'Core of {it} works end to end', '{it} is in use'],
}

const launch: Kind = {
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
        ['Test the offer with a simple page', '4 days', 'Do strangers leave their address for it?'],
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
      description: 'Product, delivery and support work before the first stranger comes.',
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
        ['Invite first customers to try it', '3 days', 'A week before everybody else.'],
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
        ['Fix what goes wrong', '3 days', 'First what stops somebody from buying.'],
        ['Thank the first hundred customers', '1 day', 'Personally, with one question.'],
        ['Tell the team what happened', '1 hour', 'Numbers and stories, every evening.'],
      ],
    },
    learn,
  ],
  shortest: [0, 3, 5],
  milestones: ['Promise and date agreed', 'Ready to sell', 'Goal of the first month reached'],
}

const course: Kind = {
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
        ['Write exercises with solutions', '5 days', 'Solved by somebody else before learners see them.'],
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
        ['Set up payment and invoices', '2 days', 'Bought once by somebody from outside.'],
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

const marketing: Kind = {
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
        ['Define look and tone', '3 days', 'Recognisable without the logo.'],
        ['Write the brief on one page', '1 day', 'For everybody who makes something.'],
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
        ['Plan who answers comments', '1 day', 'Hours, tone, and when to call somebody.'],
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
        ['Stop what does not work', '1 hour', 'Also the favourite.'],
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

const event: Kind = {
  words:
    /\b(?:event|conference|meetup|wedding|party|festival|concert|exhibition|trip|retreat|hackathon|fair|webinar)\b/i,
  name: 'event',
  description:
    'A day that people remember: the right guests, a programme with room to breathe, and nothing left to chance.',
  phases: [
    {
      title: 'Decide what it is for',
      description: 'Who should come, and what they take home.',
      tasks: [
        ['Write the purpose of {it} in one sentence', '1 day', 'So that every later choice can be judged by it.'],
        ['Set number of guests, date and budget', '2 days', 'With a second date in case the first fails.'],
        ['Name the team and who decides', '1 day', 'One person each for programme, place, guests and money.'],
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
        ['Book the place', '2 days', 'With what is included, and the terms of cancelling, in writing.'],
        ['Choose food and drinks', '3 days', 'Tasted, with something for everyone.'],
        ['Check access and safety', '1 day', 'Wheelchairs, emergency exits, first aid.'],
        ['Order technology', '2 days', 'Sound, light, network, and a person who knows them.'],
        ['Reserve rooms for guests from far away', '2 days', 'In two price classes.'],
      ],
    },
    {
      title: 'Make the programme',
      description: 'Good moments, in a good order.',
      tasks: [
        ['Draft the programme', '2 days', 'With long breaks; people come for people.'],
        ['Win the main speakers or artists', '8 days', 'Date, fee, needs and travel confirmed.'],
        ['Plan the opening and the end', '1 day', 'What people feel in the first and in the last ten minutes.'],
        ['Brief everyone who is on stage', '2 days', 'Time, audience, technology, one rehearsal.'],
        ['Plan what happens when somebody falls ill', '1 day', 'A replacement for each main point.'],
        ['Publish the programme', '1 day', 'With times that will be kept.'],
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
  milestones: ['Purpose, date and budget agreed', 'Place and programme fixed', '{it} has taken place'],
}

const research: Kind = {
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
        ['Describe the method step by step', '3 days', 'Somebody else could do it.'],
        ['Work out how many cases are needed', '2 days', 'Before the first is collected.'],
        ['Get ethics and data protection approved', '10 days', 'Consent forms and storage included.'],
        ['Prepare questionnaires or instruments', '4 days', 'Tried with three people.'],
        ['Register the plan of analysis', '1 day', 'So that nobody can doubt it later.'],
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
        ['Have the analysis repeated by somebody else', '3 days', 'From the frozen data, with the script.'],
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
      description: 'A result that nobody hears of is none.',
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

const generic: Kind = {
  words: /^(?!)/,
  name: 'project',
  description: 'From a clear goal to a result that others can use, in steps that can be checked.',
  phases: [
    {
      title: 'Agree the goal of {it}',
      description: 'Why it is done, for whom, and how one sees that it is done.',
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
        ['Set dates, with time in reserve', '1 day', 'A fifth that nobody plans away.'],
        ['Agree how progress is shown', '1 day', 'Once a week, on one page.'],
        ['Have the plan accepted', '1 day', 'By those who pay and those who work.'],
      ],
    },
    {
      title: 'Prepare',
      description: 'People, money and things are there when they are needed.',
      tasks: [
        ['Get the people together', '3 days', 'Time is promised by name.'],
        ['Order what takes long to come', '2 days', 'With a second supplier.'],
        ['Set up tools and places', '2 days', 'Everyone has access on the first day.'],
        ['Clear permits and contracts', '5 days', 'In writing.'],
        ['Train who needs it', '3 days', 'Just before it is used.'],
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
        ['Decide about wishes that came up', '1 day', 'Now, later or never, with the price of each.'],
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
        ['Ask somebody from outside', '1 day', 'Fresh eyes for an hour.'],
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
        ['Archive what may be needed', '1 day', 'Where a stranger finds it.'],
        ['Thank everyone', '1 hour', 'With the result, by name.'],
      ],
    },
  ],
  shortest: [0, 3, 6],
  milestones: ['Goal and plan of {it} agreed', 'First version of {it} shown', '{it} handed over'],
}

/** The last one is for everything else. */
export const KINDS: readonly Kind[] = [app, launch, course, marketing, event, research, generic]
