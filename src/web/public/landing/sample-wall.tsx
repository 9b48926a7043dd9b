import { StarRating } from '#web/public/page-shell/stars.tsx'
import { type Sample, samples } from './samples.ts'

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
		<section className="wall" aria-labelledby="wall-h">
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
	const { lang, rating } = sample
	return (
		<figure className={sample.length === 'middle' ? 'q' : `q ${sample.length}`} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
			{sample.pictured ? <SampleDrawing /> : null}
			{rating ? <StarRating rating={rating} label={`${rating} of 5 stars`} /> : null}
			<blockquote dir="auto" lang={lang}>
				<p>{sample.text}</p>
			</blockquote>
			<figcaption lang={lang}>
				<span className="face" aria-hidden="true">
					{sample.initials}
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

/** Replaces a visitor's photo with a drawing, so that nobody takes it for a real one. */
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
