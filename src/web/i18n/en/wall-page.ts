/** Additional texts of the hosted page. `{name}` is the name of the space or of a person; numbers are formatted. */
export const english = {
	title: 'What people say about {name}',
	skip: 'Go to the testimonials',
	write: 'Write a testimonial',
	how: 'How this wall is made',
	wordsTitle: 'The words are theirs',
	wordsText: 'An owner may shorten a testimonial to one unbroken passage. Any other change needs the writer’s consent.',
	checkTitle: 'The check is ours',
	checkText: '“Order checked” or “E-mail checked” is set by the server after the check, never typed in by the owner.',
	choiceTitle: 'The choice is the owner’s',
	choiceText:
		'{name} chose which of its {published} published testimonials stand here. A wall cannot be filtered by stars alone.',
	range: '{first} to {last} of {chosen} on this wall',
	pages: 'Pages of this wall',
	footer: 'Did you write one of these? Your private link lets you change or withdraw it.',
	shortened: 'Shortened',
	cutOnCard: 'The first {shown} of {all} characters. The rest: {host}',
	rewarded: 'Received for writing: {reward}',
	showAll: 'Show all of {name}’s words',
	photoBy: 'Photo by {name}',
	videoBy: 'Video from {name}',
	soundBy: 'Sound from {name}',
	testimonialBy: '{name} on {space}',
	transcript: 'Transcript',
	transcriptIn: 'Transcript, {language}',
	captionsIn: 'Captions: {languages}',
	asSent: 'The words stand as their author sent or accepted them.',
	proof: 'Proof of these words',
	footerOne: 'Did you write this? Your private link lets you change or withdraw it.',
	empty: '{name} has not put a testimonial here yet.',
}

export type WallPageMessages = Record<keyof typeof english, string>
