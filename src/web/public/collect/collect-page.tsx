import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { isRecordingKind } from '#shared/form/public-form.ts'
import { submissionLimits } from '#shared/form/submission-api.ts'
import type { CollectProps, RenderedPage } from '#shared/page-props.ts'
import { collectMessagesFor, initialMessages } from '#web/i18n/collect-messages.ts'
import type { CollectMessages } from '#web/i18n/en/collect.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { questionMessagesFor } from '#web/i18n/question-messages.ts'
import { recordingWords } from '#web/i18n/recording-messages.ts'
import { verificationMessagesFor } from '#web/i18n/verification-messages.ts'
import { Brand } from '#web/public/page-shell/brand.tsx'
import { clock, Icon, key, quote } from '#web/public/page-shell/icons.tsx'
import { LargeStarSymbol } from '#web/public/page-shell/stars.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { AccountForm, AccountSection } from './account/account-section.tsx'
import { CollectIsland } from './collect-island.tsx'
import { EmbeddedLayout } from './embedded/embedded-layout.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import { type HeadlineField, type Island, needsScript, type StaticHtml } from './island.ts'
import { Languages } from './languages.tsx'
import { LinkNotice } from './link-notice/link-notice.tsx'
import { questionParts } from './questions/question-parts.ts'
import { StepsFrame } from './steps/steps-frame.tsx'
import { serverProblems } from './submit/server-problems.ts'
import { formatWait } from './submit/submit-form.ts'

/** The form's page: the question on the owner's tinted half, the island to be hydrated on the other. */
export function renderCollect(props: CollectProps): RenderedPage {
	const { words: all, lang, dir } = collectMessagesFor(props.form.locale)
	const { form, linkState } = props
	const { avatar, email } = form.author_fields
	const words = {
		...all,
		...(linkState?.proofs.invitation ? { emailHint: verificationMessagesFor(lang).emailFromInvitation } : {}),
		...(email === 'required' ? { neverShown: all.neverShownRequired } : {}),
		...(avatar === 'required' ? { portraitHint: all.portraitRequired } : {}),
	}
	const { linkState: _, waitSeconds, providers, link, embed, languages: _languages, trap, ...rest } = props
	const summary =
		waitSeconds === null ? props.summary : interpolate(all.waitAndSend, { when: formatWait(waitSeconds, lang) })
	const account = renderToStaticMarkup(
		<AccountSection
			slug={form.slug}
			space={form.space.name}
			account={linkState?.account ?? null}
			providers={providers}
			link={link}
			lang={lang}
		/>,
	)
	const { prompts, title_rule: rule, ...shown } = form
	const asked = form.questions.length > 0 ? { asks: questionMessagesFor(lang), parts: questionParts } : {}
	const island: Island = {
		...rest,
		form: { ...shown, ...(prompts ? { prompts } : {}) },
		problems: serverProblems(props.problems, { words, lang, form, ...asked }),
		summary,
		words,
		lang,
		account: htmlProps(account),
		hidden: htmlProps(renderToStaticMarkup(<HiddenFields {...props} lang={lang} />)),
		...(rule === 'off' ? {} : { headline: headlineField(rule === 'required', all, props.values.headline) }),
		...asked,
	}
	return {
		lang,
		dir,
		title: `${form.title} ${form.space.name}`,
		paintedUpTo: form.is_open ? 'consent' : 'answer',
		description: form.intro || form.title,
		body: form.is_open
			? openPage(props, island)
			: renderToStaticMarkup(
					<Layout props={props} words={words} lang={lang}>
						<ClosedForm props={props} words={words} lang={lang} />
					</Layout>,
				),
		...(form.is_open ? { data: islandData(island, form) } : {}),
	}
}

/** The island's data for its script; the rest of the form is already in the HTML. */
function islandData(island: Island, whole: CollectProps['form']) {
	const {
		name,
		intro,
		is_open,
		closed_text,
		consent_texts,
		title_rule,
		prompts: _,
		author_fields: fields,
		look,
		wall,
		locale,
		space,
		max_seconds,
		...form
	} = whole
	const { isPreview, limits, account, prefilled, summary, parts, hidden, proof, problems, ...rest } = island
	const { videoBytes, audioBytes, ...others } = limits
	const takesRecordings = form.accepts.some(isRecordingKind)
	const { prompts } = island.form
	return {
		...rest,
		limits: takesRecordings ? limits : others,
		...(takesRecordings ? { proof } : {}),
		// Empty values are left out.
		...(Object.keys(prefilled).length > 0 ? { prefilled } : {}),
		...(summary ? { summary } : {}),
		...(problems.length > 0 ? { problems } : {}),
		form: {
			...form,
			space: { name: space.name },
			...(takesRecordings ? { max_seconds } : {}),
			...(prompts ? { prompts } : {}),
			...(Object.keys(fields).length > 0 ? { author_fields: fields } : {}),
		},
		words: initialMessages(island.words),
	}
}

const headlineField = (required: boolean, words: CollectMessages, value: string | undefined): HeadlineField => ({
	name: 'headline',
	label: words.headline,
	note: required ? '' : words.optional,
	hint: words.headlineHint,
	required,
	maxLength: submissionLimits.headline,
	value,
})

const htmlProps = (html: string): StaticHtml => ({ dangerouslySetInnerHTML: { __html: html } })

/** The island is rendered separately, because only it carries hydration markers. */
function openPage(props: CollectProps, island: Island): string {
	const mark = '<i id="island"></i>'
	const page = renderToStaticMarkup(
		<Layout props={props} words={island.words} lang={island.lang}>
			{props.form.look.pages ? (
				<StepsFrame form={props.form} lang={island.lang}>
					<i id="island" />
				</StepsFrame>
			) : (
				<div className="answer" id="answer">
					<i id="island" />
				</div>
			)}
		</Layout>,
	)
	const [before = '', after = ''] = page.split(mark)
	return before + renderToString(<CollectIsland island={island} />) + after
}

type LayoutProps = { props: CollectProps; words: CollectMessages; lang: string; children: React.ReactNode }

function Layout(props: LayoutProps) {
	const { embed, form } = props.props
	return embed ? <EmbeddedLayout {...{ ...props, embed, form }} /> : <PageLayout {...props} />
}

function PageLayout(props: LayoutProps) {
	const { words } = props
	const { form, languages } = props.props
	// The owner's words are in the language of the form, whichever the visitor reads the page in.
	const own = languages[0]?.lang === props.lang ? undefined : languages[0]?.lang
	return (
		<>
			<LargeStarSymbol />
			<a className="skip" href="#answer">
				{words.skip}
			</a>
			<main className="spread">
				<header className="question">
					<Brand name={form.space.name} logo={form.space.brand.logo_url} />
					<Languages languages={languages} lang={props.lang} />
					<h1 className={form.title.length > 60 ? 'lengthy' : undefined} dir="auto" lang={own}>
						{form.title}
					</h1>
					{form.intro ? (
						<p className="intro" dir="auto" lang={own}>
							{form.intro}
						</p>
					) : null}
					{form.is_open && needsScript(props.props, form.accepts) ? (
						<p className="notice plainly">{words.needScript}</p>
					) : null}
					{props.props.linkState ? (
						<LinkNotice linkState={props.props.linkState} space={form.space.name} slug={form.slug} lang={props.lang} />
					) : null}
				</header>
				{props.children}
				{form.is_open && props.props.providers.length > 0 ? (
					<AccountForm slug={form.slug} link={props.props.link} />
				) : null}
				<ul className="promise">
					{form.is_open && !form.look.pages ? <PromiseList words={words} /> : null}
					<li className="made">
						{words.made} <Wordmark />
					</li>
				</ul>
			</main>
		</>
	)
}

type ClosedFormProps = { props: CollectProps; words: CollectMessages; lang: string }

function ClosedForm({ props: { form, values }, words, lang }: ClosedFormProps) {
	const { keptTitle, closed, save } = recordingWords(lang)
	return (
		<div className="answer after" id="answer">
			<h2>{words.closedTitle}</h2>
			<p dir="auto">{form.closed_text ?? interpolate(words.closedText, { space: form.space.name })}</p>
			{form.wall ? (
				<p>
					<a className="btn" href={`/w/${form.wall}`}>
						{words.closedWall}
					</a>
				</p>
			) : null}
			{values.body ? <blockquote dir="auto">{values.body}</blockquote> : null}
			{/* Shown by closed-client.ts where this device has kept a recording. */}
			<section id="kept" data-form={form.id} hidden>
				<h3>{keptTitle}</h3>
				<p>{closed}</p>
				<button className="btn first" type="button">
					{save}
				</button>
			</section>
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
