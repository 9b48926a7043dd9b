/** The texts of a message in English, as the server writes them for a space of that language. */
export const chatTexts = {
	from: 'Plaudit for {space}',
	created: 'New, from {name}',
	approved: 'Published, from {name}',
	rating: '{rating} of 5 stars',
	noRating: 'No rating',
	notPublic: 'Not public',
	read: 'Read it in the inbox',
} as const
