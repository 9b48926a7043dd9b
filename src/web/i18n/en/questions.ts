/** Words for the owner's own questions beside the words of the page. Pages with such questions carry them all. */
export const english = {
	upTo: 'Choose up to {n}.',
	tooMany: 'Choose at most {n}',
	day: 'Day',
	month: 'Month',
	year: 'Year',
	badDate: 'Write a day that exists, with all four digits of the year',
	calendar: 'Choose in a calendar',
	monthBefore: 'Month before',
	monthAfter: 'Month after',
	noAnswer: 'No answer',
	/** The order of the parts of a date: `dmy` or `mdy`. */
	order: 'mdy',
}

export type QuestionMessages = Readonly<Record<keyof typeof english, string>>
