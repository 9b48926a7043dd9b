import type { ImportProblem } from '#shared/import/import-api.ts'

/** The reasons for which rows stay out: a title behind their number, and a sentence. */
export const problemWords: Record<ImportProblem, { title: string; about: string }> = {
	no_name: { title: 'Without a name', about: 'Type a name, and the row comes in.' },
	no_words: { title: 'Without words', about: 'There is nothing to show.' },
	too_long: { title: 'Too long', about: 'A form takes no more either.' },
	control: { title: 'With characters that cannot be shown', about: 'Take them out, and the row comes in.' },
	bad_rating: { title: 'With stars that cannot be read', about: 'A rating is never guessed.' },
	bad_date: { title: 'With a date that cannot be read', about: 'A date is never guessed.' },
	future_date: { title: 'With a date to come', about: 'Nobody has written them yet.' },
	cell_too_large: { title: 'With a cell that is too large', about: 'The server reads no cell of that size.' },
	too_many_cells: { title: 'With too many cells', about: 'They have more cells than there are headings.' },
	unclosed_quote: { title: 'With a quotation mark that never ends', about: 'Their cells cannot be told apart.' },
	not_an_object: { title: 'Of another shape', about: 'They are no objects with names and values.' },
	twice: { title: 'Twice in the file', about: 'The first one came in.' },
	here: { title: 'Here before', about: 'The same id there, or the same words, name and day.' },
	unwanted: { title: 'Hidden or rejected there', about: 'Left out, as you chose.' },
	spam_comment: { title: 'Spam there', about: 'Spam of a blog stays out.' },
	erased: { title: 'People who were erased here', about: 'They stay erased, and their rows are not kept.' },
	answers_nothing: { title: 'Answers to a row that is not here', about: 'A reply needs its testimonial.' },
}
