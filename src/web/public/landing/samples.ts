/** Sample testimonials, labelled as samples on the page. `length` selects their type size. */
export type Sample = {
	name: string
	about: string
	initials: string
	rating: number | null
	text: string
	length: 'short' | 'middle' | 'long'
	lang: 'en' | 'ar'
	pictured?: boolean
}

export const samples: Sample[] = [
	{
		name: 'Tomasz Wieczorek',
		about: 'Night school, Leeds',
		initials: 'TW',
		rating: 5,
		text: 'I asked one question on a Tuesday. By Friday eleven people had answered it.',
		length: 'short',
		lang: 'en',
	},
	{
		name: 'Beatriz Lindqvist',
		about: 'Cello teacher',
		initials: 'BL',
		rating: 4,
		text: 'I teach forty children the cello and I hate asking for anything. The page did the asking: one question, a box, a button. Parents filled it in on the bus home. When one father wanted his surname taken off, he did it himself, before I had opened my mail.',
		length: 'long',
		lang: 'en',
	},
	{
		name: 'Joss Abara',
		about: 'Joiner',
		initials: 'JA',
		rating: 5,
		text: 'I sent a photo of the bowl and four words. They used all four.',
		length: 'middle',
		lang: 'en',
		pictured: true,
	},
	{
		name: 'Odile Garrigue',
		about: 'Ward sister',
		initials: 'OG',
		rating: 5,
		text: 'I found a typo in my own praise a month later, opened my link, fixed it and went back to bed.',
		length: 'middle',
		lang: 'en',
	},
	{
		name: 'Priyanka Venkataraghavan-Montgomery',
		about: 'Customer',
		initials: 'PV',
		rating: 3,
		text: 'Good, not perfect. My mother needs bigger type. They published my three stars anyway, which is why I will go back.',
		length: 'middle',
		lang: 'en',
	},
	{
		name: 'ليلى الحسيني',
		about: 'مترجمة',
		initials: 'ل',
		rating: 5,
		text: 'نشروا كلماتي كما كتبتها، حرفًا حرفًا. هذا ما أسميه احترامًا.',
		length: 'middle',
		lang: 'ar',
	},
	{
		name: 'Henrike Solvang',
		about: 'Essayist, gave no rating',
		initials: 'HS',
		rating: null,
		text: 'They left my long sentence long.',
		length: 'short',
		lang: 'en',
	},
]
