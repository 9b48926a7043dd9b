import { initials } from '#shared/look/initials.ts'
import { StarRating } from '#web/public/page-shell/stars.tsx'

/** A testimonial that the page labels as a sample; `length` selects the type size of one that is not of middle length. */
type Sample = {
	name: string
	about: string
	rating?: number
	text: string
	length?: 'short' | 'long'
	lang?: 'ar'
	pictured?: true
}

const samples: Sample[] = [
	{
		name: 'Tomasz Wieczorek',
		about: 'Night school, Leeds',
		rating: 5,
		text: 'I asked one question on a Tuesday. By Friday eleven people had answered it.',
		length: 'short',
	},
	{
		name: 'Beatriz Lindqvist',
		about: 'Cello teacher',
		rating: 4,
		text: 'I teach forty children the cello and I hate asking for anything. The page did the asking: one question, a box, a button. Parents filled it in on the bus home. When one father wanted his surname taken off, he did it himself, before I had opened my mail.',
		length: 'long',
	},
	{
		name: 'Joss Abara',
		about: 'Joiner',
		rating: 5,
		text: 'I sent a photo of the bowl and four words. They used all four.',
		pictured: true,
	},
	{
		name: 'Odile Garrigue',
		about: 'Ward sister',
		rating: 5,
		text: 'I found a typo in my own praise a month later, opened my link, fixed it and went back to bed.',
	},
	{
		name: 'Priyanka Venkataraghavan-Montgomery',
		about: 'Customer',
		rating: 3,
		text: 'Good, not perfect. My mother needs bigger type. They published my three stars anyway, which is why I will go back.',
	},
	{
		name: 'ليلى الحسيني',
		about: 'مترجمة',
		rating: 5,
		text: 'نشروا كلماتي كما كتبتها، حرفًا حرفًا. هذا ما أسميه احترامًا.',
		lang: 'ar',
	},
	{
		name: 'Henrike Solvang',
		about: 'Essayist, gave no rating',
		text: 'They left my long sentence long.',
		length: 'short',
	},
]

const layouts = [
	['l-col', 'Columns'],
	['l-list', 'List'],
	['l-one', 'One by one'],
] as const
const themes = [
	['w-auto', 'Auto'],
	['w-light', 'Light'],
	['w-dark', 'Dark'],
] as const

/** A wall of samples whose layout and theme are switched without a script. */
export function SampleWall() {
	return (
		<section className="wall" id="samples" aria-labelledby="wall-h">
			<div className="wall-head">
				<h2 id="wall-h">A live wall of samples</h2>
				<p className="small quiet">We wrote these ourselves. Try the switches.</p>
				<div className="controls">
					<SwitchGroup name="l" label="Layout of the wall" choices={layouts} />
					<SwitchGroup name="c" label="Theme of the wall" choices={themes} />
				</div>
			</div>
			<div className="wall-body">
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it */}
				<section className="set" tabIndex={0} aria-label="Sample testimonials">
					{samples.map((sample) => (
						<Quotation key={sample.name} sample={sample} />
					))}
				</section>
			</div>
			<p className="wall-foot">
				Showing {samples.length} of {samples.length} samples, chosen by us. On your wall this line tells the truth about
				you.
			</p>
		</section>
	)
}

function SwitchGroup(props: { name: string; label: string; choices: readonly (readonly [string, string])[] }) {
	return (
		<div className="control" role="radiogroup" aria-label={props.label}>
			{props.choices.map(([id, word], position) => (
				<label key={id}>
					<input type="radio" name={props.name} id={id} defaultChecked={position === 0} />
					{word}
				</label>
			))}
		</div>
	)
}

function Quotation({ sample }: { sample: Sample }) {
	const { lang = 'en', rating, length } = sample
	return (
		<figure className={length ? `q ${length}` : 'q'} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
			{sample.pictured ? <SampleDrawing /> : null}
			{rating ? <StarRating rating={rating} label={`${rating} of 5 stars`} /> : null}
			<blockquote dir="auto" lang={lang}>
				<p>{sample.text}</p>
			</blockquote>
			<figcaption lang={lang}>
				<span className="face" aria-hidden="true">
					{initials(sample.name)}
				</span>
				<span>
					<b>{sample.name}</b>
					<span>
						<i className="sample">{lang === 'ar' ? 'نموذج' : 'Sample'}</i>
						{sample.about}
					</span>
				</span>
			</figcaption>
		</figure>
	)
}

/** Replaces a visitor's photo with a drawing, so that no one takes it for a real one. */
function SampleDrawing() {
	return (
		<div className="plateware">
			<svg viewBox="0 0 320 180" role="img" aria-label="A drawing of four bowls on a shelf">
				<path d="M16 138h288M28 138v14M292 138v14" />
				<path d="M36 98h64c0 24-14 40-26 40H62c-12 0-26-16-26-40zM36 98c10 6 54 6 64 0" />
				<path d="M112 84h52c2 32-10 54-20 54h-12c-10 0-22-22-20-54zM112 84c8 6 44 6 52 0M114 102c12 5 36 5 48 0" />
				<path d="M178 106h58c-2 20-14 32-24 32h-10c-10 0-22-12-24-32zM178 106c10 5 48 5 58 0" />
				<path d="M246 92h46c0 28-10 46-18 46h-10c-8 0-18-18-18-46zM246 92c8 5 38 5 46 0M250 112c10 4 28 4 38 0" />
				<path d="M206 96c0-22 8-38 22-50M207 74c-8 0-14-5-17-13 9-1 15 4 17 13zM212 60c8 1 15-3 19-10-9-3-16 1-19 10z" />
			</svg>
		</div>
	)
}
