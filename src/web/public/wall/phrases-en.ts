import type { Basis } from '#shared/wall.ts'

/** Every word that a wall says by itself. Numbers come formatted; `name` is the space's. */
export type Phrases = {
	lang: string
	testimonialsAbout: (name: string) => string
	stars: (given: number) => string
	average: (value: string) => string
	basis: Record<Basis, (name: string) => string>
	importedFrom: (source: string) => string
	showing: readonly [before: string, between: (published: string) => string]
	all: string
	readMore: string
	readLess: string
	whole: string
	close: string
	play: (seconds: string) => string
	listen: (seconds: string) => string
	by: (label: string, name: string) => string
	photo: string
	rewarded: string
	video: string
	source: string
	scrolls: string
	previous: string
	next: string
	pause: string
	reply: (name: string) => string
	people: (count: number, formatted: string, name: string) => string
	readWords: string
	counted: (testimonials: string, rated: string) => string
	spread: (parts: string) => string
	none: string
	anonymous: string
}

export const english: Phrases = {
	lang: 'en',
	testimonialsAbout: (name) => `Testimonials about ${name}`,
	stars: (given) => `${given} of 5 stars`,
	average: (value) => `Average ${value} of 5 stars`,
	basis: {
		order: () => 'Booking checked',
		provider: () => 'Account checked',
		email: () => 'E-mail checked',
		invited: (name) => `Invited by ${name}`,
		imported: () => 'Imported',
		vouched: (name) => `Entered by ${name}`,
	},
	importedFrom: (source) => `Imported from ${source}`,
	showing: ['Showing ', (published) => ` of ${published} published, chosen by the owner`],
	all: 'All on the wall',
	readMore: 'Read more',
	readLess: 'Read less',
	whole: 'On the wall',
	close: 'Close',
	play: (seconds) => (seconds ? `Play video, ${seconds}` : 'Play video'),
	listen: (seconds) => (seconds ? `Listen, ${seconds}` : 'Listen'),
	by: (label, name) => `${label}, ${name}`,
	photo: 'Photo',
	rewarded: 'rewarded',
	video: 'Video',
	source: 'source',
	scrolls: 'Testimonials, scrolls sideways',
	previous: 'Previous',
	next: 'Next',
	pause: 'Pause',
	reply: (name) => `Reply from ${name}`,
	people: (count, formatted, name) =>
		count === 1 ? `One person wrote about ${name}` : `${formatted} people wrote about ${name}`,
	readWords: 'Read their words',
	counted: (testimonials, rated) => `${testimonials} testimonials, ${rated} with stars`,
	spread: (parts) => `How many gave 5, 4, 3, 2, 1 stars: ${parts}`,
	none: 'Nothing is published here yet.',
	anonymous: 'Name withheld',
}
