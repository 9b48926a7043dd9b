/** Further words of the hosted page. `name` is the space's, numbers come formatted. */
export type PagePhrases = {
	title: (name: string) => string
	skip: string
	write: string
	how: string
	words: readonly [head: string, text: string]
	check: readonly [head: string, text: string]
	choice: readonly [head: string, text: (name: string, published: string) => string]
	range: (first: string, last: string, chosen: string) => string
	pages: string
	footer: string
	shortened: string
	rewarded: (reward: string) => string
	showAll: (name: string) => string
	photoBy: (name: string) => string
	videoBy: (name: string) => string
	soundBy: (name: string) => string
	empty: (name: string) => string
}

export const pageEnglish: PagePhrases = {
	title: (name) => `What people say about ${name}`,
	skip: 'Go to the testimonials',
	write: 'Write a testimonial',
	how: 'How this wall is made',
	words: [
		'The words are theirs',
		'An owner may shorten a testimonial to one unbroken passage. Any other change needs the writer’s consent.',
	],
	check: [
		'The check is ours',
		'“Booking checked” or “E-mail checked” is set by the server after the check, never typed in by the owner.',
	],
	choice: [
		'The choice is the owner’s',
		(name, published) =>
			`${name} chose which of its ${published} published testimonials stand here. A wall cannot be filtered by stars alone.`,
	],
	range: (first, last, chosen) => `${first} to ${last} of ${chosen} on this wall`,
	pages: 'Pages of this wall',
	footer: 'Did you write one of these? Your private link lets you change or withdraw it.',
	shortened: 'Shortened',
	rewarded: (reward) => `Received for writing: ${reward}`,
	showAll: (name) => `Show all of ${name}’s words`,
	photoBy: (name) => `Photo by ${name}`,
	videoBy: (name) => `Video from ${name}`,
	soundBy: (name) => `Sound from ${name}`,
	empty: (name) => `${name} has not put a testimonial here yet.`,
}
