import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { CollectProps, RenderedPage } from '#shared/rendered-page.ts'
import { LargeStarSymbol } from '#web/public/page-shell/star-radios.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { Answer } from './answer.tsx'
import { fill } from './fill.ts'
import { clock, Icon, key, quote } from './icons.tsx'
import type { Island } from './island.ts'
import { earlyWords, wordsFor } from './words.ts'
import type { Words } from './words-en.ts'

/** The form's page: the question on the owner's tinted half, the island to be brought to life on the other. */
export function renderCollect(props: CollectProps): RenderedPage {
	const { words, lang, dir } = wordsFor(props.form.locale)
	const island: Island = { ...props, words, lang }
	const { form } = props
	return {
		lang,
		dir,
		title: `${form.title} ${form.space.name}`,
		paintedUpTo: form.is_open ? 'consent' : 'answer',
		description: form.intro || form.title,
		body: form.is_open
			? openPage(props, island)
			: renderToStaticMarkup(
					<Spread props={props} words={words}>
						<Closed props={props} words={words} />
					</Spread>,
				),
		...(form.is_open ? { data: dataFor(island, form) } : {}),
	}
}

/** What the script needs of all this; the rest of the form stands on the page already. */
function dataFor(island: Island, whole: CollectProps['form']) {
	const { name, intro, max_seconds, is_open, wall, locale, space, ...form } = whole
	return {
		...island,
		form: { ...form, space: { name: space.name } },
		words: earlyWords(island.words),
	}
}

/** The island is rendered apart, because only it carries what hydration needs. */
function openPage(props: CollectProps, island: Island): string {
	const mark = '<i id="island"></i>'
	const page = renderToStaticMarkup(
		<Spread props={props} words={island.words}>
			<div className="answer" id="answer">
				<i id="island" />
			</div>
		</Spread>,
	)
	const [before = '', after = ''] = page.split(mark)
	return before + renderToString(<Answer island={island} />) + after
}

function Spread(props: { props: CollectProps; words: Words; children: React.ReactNode }) {
	const { words } = props
	const { form } = props.props
	return (
		<>
			<LargeStarSymbol />
			<a className="skip" href="#answer">
				{words.skip}
			</a>
			<main className="spread">
				<header className="ask">
					<Brand name={form.space.name} logo={form.space.brand.logo_url} />
					<h1 className={form.title.length > 60 ? 'lengthy' : undefined} dir="auto">
						{form.title}
					</h1>
					{form.intro ? (
						<p className="intro" dir="auto">
							{form.intro}
						</p>
					) : null}
				</header>
				{props.children}
				<ul className="promise">
					{form.is_open ? <Promises words={words} /> : null}
					<li className="made">
						{words.made} <Wordmark />
					</li>
				</ul>
			</main>
		</>
	)
}

function Brand({ name, logo }: { name: string; logo: string | null }) {
	return (
		<p className="brand">
			{logo ? (
				<img src={logo} alt="" width="48" height="48" />
			) : (
				<i aria-hidden="true">{[...name.trim()][0]?.toLocaleUpperCase()}</i>
			)}
			<span dir="auto">{name}</span>
		</p>
	)
}

function Closed({ props: { form, values }, words }: { props: CollectProps; words: Words }) {
	return (
		<div className="answer after" id="answer">
			<h2>{words.closedTitle}</h2>
			<p>{fill(words.closedText, { space: form.space.name })}</p>
			{form.wall ? (
				<p>
					<a className="btn" href={`/w/${form.wall}`}>
						{words.closedWall}
					</a>
				</p>
			) : null}
			{values.body ? <blockquote dir="auto">{values.body}</blockquote> : null}
		</div>
	)
}

function Promises({ words }: { words: Words }) {
	return (
		<>
			<li>
				<Icon drawing={clock} />
				{words.promise1}
			</li>
			<li>
				<Icon drawing={quote} />
				{words.promise2}
			</li>
			<li>
				<Icon drawing={key} />
				{words.promise3}
			</li>
		</>
	)
}
