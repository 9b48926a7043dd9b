import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { CollectProps, RenderedPage } from '#shared/page-props.ts'
import { collectMessagesFor, initialMessages } from '#web/i18n/collect-messages.ts'
import type { CollectMessages } from '#web/i18n/en/collect.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { clock, Icon, key, quote } from '#web/public/page-shell/icons.tsx'
import { LargeStarSymbol } from '#web/public/page-shell/stars.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { CollectIsland } from './collect-island.tsx'
import type { Island } from './island.ts'

/** The form's page: the question on the owner's tinted half, the island to be hydrated on the other. */
export function renderCollect(props: CollectProps): RenderedPage {
	const { words, lang, dir } = collectMessagesFor(props.form.locale)
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
					<CollectLayout props={props} words={words}>
						<ClosedForm props={props} words={words} />
					</CollectLayout>,
				),
		...(form.is_open ? { data: islandData(island, form) } : {}),
	}
}

/** The island's data for its script; the rest of the form is already in the HTML. */
function islandData(island: Island, whole: CollectProps['form']) {
	const { name, intro, max_seconds, is_open, wall, locale, space, ...form } = whole
	return {
		...island,
		form: { ...form, space: { name: space.name } },
		words: initialMessages(island.words),
	}
}

/** The island is rendered separately, because only it carries hydration markers. */
function openPage(props: CollectProps, island: Island): string {
	const mark = '<i id="island"></i>'
	const page = renderToStaticMarkup(
		<CollectLayout props={props} words={island.words}>
			<div className="answer" id="answer">
				<i id="island" />
			</div>
		</CollectLayout>,
	)
	const [before = '', after = ''] = page.split(mark)
	return before + renderToString(<CollectIsland island={island} />) + after
}

function CollectLayout(props: { props: CollectProps; words: CollectMessages; children: React.ReactNode }) {
	const { words } = props
	const { form } = props.props
	return (
		<>
			<LargeStarSymbol />
			<a className="skip" href="#answer">
				{words.skip}
			</a>
			<main className="spread">
				<header className="question">
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
					{form.is_open ? <PromiseList words={words} /> : null}
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

function ClosedForm({ props: { form, values }, words }: { props: CollectProps; words: CollectMessages }) {
	return (
		<div className="answer after" id="answer">
			<h2>{words.closedTitle}</h2>
			<p>{interpolate(words.closedText, { space: form.space.name })}</p>
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

function PromiseList({ words }: { words: CollectMessages }) {
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
