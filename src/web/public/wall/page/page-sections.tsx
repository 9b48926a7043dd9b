import { type Basis, bases } from '#shared/wall/wall.ts'
import { filterQuery, noFilter } from '#shared/wall/wall-filter.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { verificationMessagesFor } from '#web/i18n/verification-messages.ts'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { wallLink } from '#web/public/wall/render-settings.ts'
import type { PageRenderSettings } from './page-render-settings.ts'

type Props = { settings: PageRenderSettings }

/** Pagination by cursor: every testimonial of a wall of ten thousand is reachable, each page equally fast. */
export function Pagination({ settings }: Props) {
	const { wall, page, messages, number, filtering } = settings
	const { next, previous, offset, items, counts } = wall
	if (!next && offset === 0) return null
	const link = (cursor: string) => wallLink(settings) + filterQuery(filtering?.filter ?? noFilter, cursor)
	return (
		<nav className="pages" aria-label={page.pages}>
			<p>
				{interpolate(page.range, {
					first: number(offset + 1),
					last: number(offset + items.length),
					chosen: number(filtering?.found ?? counts.chosen),
				})}
			</p>
			<div>
				{offset > 0 && (
					<a className="button plain" href={link(previous ?? '')} rel="prev">
						{messages.previous}
					</a>
				)}
				{next && (
					<a className="button plain" href={link(next)} rel="next">
						{messages.next}
					</a>
				)}
			</div>
		</nav>
	)
}

export function MethodSection({ settings }: Props) {
	const { page, wall, number } = settings
	return (
		<section className="how" id="how">
			<h2>{page.how}</h2>
			<p>
				<b>{page.wordsTitle}</b>
				{page.wordsText}
			</p>
			<p>
				<b>{page.checkTitle}</b>
				{page.checkText}
			</p>
			{wall.counts.published > 0 && (
				<p>
					<b>{page.choiceTitle}</b>
					{interpolate(page.choiceText, {
						name: wall.space.name,
						published: number(wall.counts.published),
					})}
				</p>
			)}
			<PageMarks settings={settings} />
		</section>
	)
}

/** Explains what the verifications on this page prove. */
function PageMarks({ settings }: Props) {
	const { wall, messages } = settings
	const shown = bases.filter((basis) => wall.items.some((item) => item.basis === basis))
	if (shown.length === 0) return null
	const words = verificationMessagesFor(messages.lang)
	const { name } = wall.space
	return (
		<div className="marks">
			<h3>{words.heading}</h3>
			<dl>
				{shown.map((basis) => (
					<div key={basis}>
						<dt>{markOf(basis, settings)}</dt>
						<dd>{interpolate(words[`why_${basis}`], { space: name })}</dd>
					</div>
				))}
			</dl>
		</div>
	)
}

/** The mark as the items show it, with each provider once. */
function markOf(basis: Basis, { wall, messages }: PageRenderSettings): string {
	const items = wall.items.filter((item) => item.basis === basis)
	const providers = [...new Set(items.map(({ provider }) => provider))].filter(Boolean)
	if (providers.length > 0) return interpolate(messages.signedInWith, { provider: providers.join(', ') })
	return interpolate(messages[`basis_${basis}`], { name: wall.space.name })
}

export function PageFooter({ settings, text = settings.page.footer }: Props & { text?: string }) {
	return (
		<footer className="foot">
			{settings.sharing?.page_foot !== false && <Wordmark />}
			<span>{text}</span>
		</footer>
	)
}
