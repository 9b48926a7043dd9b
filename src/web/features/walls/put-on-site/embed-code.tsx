import { useId, useState } from 'react'
import type { PublicWall, WallLayout } from '#shared/wall/wall.ts'
import { isFloating } from '#shared/wall/wall-layouts.ts'
import { useCompleteMilestone } from '#web/lib/spaces/use-milestones.ts'
import { estimateHeights } from '#web/public/wall/embed/estimates/estimate-heights.ts'
import { Code } from '#web/ui/code.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import {
	frameSnippet,
	heightRules,
	policyLines,
	type SnippetWall,
	scriptSnippet,
	staticSnippet,
} from './embed-snippets.ts'
import { EmbeddingSites } from './embedding-sites.tsx'
import { SiteCheckForm } from './site-check-form.tsx'
import './embed-code.css'

const ways = [
	{
		value: 'script',
		label: 'One script',
		hint: 'Works in WordPress, Wix, Squarespace, Shopify and plain HTML',
		snippet: scriptSnippet,
		note: 'One line, one request. Put it where the wall shall stand: its height is reserved, so that nothing moves when it arrives, and without scripts the link to the wall remains. Several walls on one page: write the script once, as /embed.js.',
	},
	{
		value: 'static',
		label: 'Static HTML',
		hint: 'No script at all; renew it by hand or by a build',
		snippet: staticSnippet,
		note: 'Readable without JavaScript and by search engines. It is as fresh as your last build.',
	},
	{
		value: 'frame',
		label: 'Frame',
		hint: 'Where scripts are forbidden',
		snippet: frameSnippet,
		note: 'One line, for site builders that take no script. Readable without JavaScript. A frame cannot follow a new layout: copy its code again. It does not see the colours of your page: it is light unless this wall is dark, or its address ends with &theme=dark.',
	},
]

/** The effect of the code of a floating layout on a page. */
const floatingNotes: Partial<Record<WallLayout, string>> = {
	tab: 'In windows from 720 px the tab stands at the edge and takes no room of the page. Its panel opens only by a click, and Escape closes it. On a phone it is a line of 56 px where the code stands: put it at the end of the content.',
	toast:
		'In windows from 720 px the card stands in the lower corner where lines begin, over the page, until a visitor closes it or loads the page again: nothing is stored. On a phone it covers nothing and stands where the code stands: put it at the end of the content.',
}

/** The embed code in three ways, the sites where it was seen, and a check of the owner's own. */
export function EmbedCode(props: {
	wall: PublicWall
	/** The layout of the published wall, whose height the code on a site should reserve. */
	publishedLayout: WallLayout
	isPublished: boolean
	/** True when the testimonials are known whose height the code reserves. */
	isMeasured: boolean
}) {
	const { wall, publishedLayout, isPublished, isMeasured } = props
	const [chosen, setChosen] = useState('script')
	const completeStep = useCompleteMilestone()
	const name = useId()
	const { origin } = window.location
	const { id, slug, layout, theme } = wall.wall
	const floats = isFloating(layout)
	const code: SnippetWall = {
		id,
		slug,
		layout,
		about: `What people say about ${wall.space.name}`,
		heights: estimateHeights(wall),
		mode: theme.mode,
	}
	// A frame has no edge of the page.
	const offered = ways.filter(({ value }) => !floats || value !== 'frame')
	const way = offered.find(({ value }) => value === chosen) ?? offered[0]
	return (
		<div className="put-on-site">
			{isPublished ? null : <p className="ui-quiet">Shows nothing until it is published</p>}
			<div className="put-ways" role="radiogroup" aria-label="Embed code">
				{offered.map(({ value, label, hint }) => (
					<label key={value}>
						<input type="radio" name={name} checked={value === way?.value} onChange={() => setChosen(value)} />
						<span>
							<b>{label}</b> <span className="ui-quiet ui-small">{hint}</span>
						</span>
					</label>
				))}
			</div>
			{way ? (
				<Snippet
					text={way.snippet(origin, code)}
					note={way.note}
					isReady={isMeasured}
					onCopied={() => completeStep('embedded')}
				/>
			) : null}
			{floats ? (
				<p className="ui-small">
					{floatingNotes[layout]} A frame has no edge of the page, so there is no code for one.
				</p>
			) : null}
			<EmbeddingSites spaceId={wall.space.id} wall={{ id, layout: publishedLayout }} />
			<section className="put-check">
				<h3>Check my site</h3>
				<SiteCheckForm wall={code} isPublished={isPublished} />
				<details>
					<summary>Check it by yourself</summary>
					<SiteChecklist wall={code} origin={origin} />
				</details>
			</section>
		</div>
	)
}

/** Code that is not ready takes its room, and cannot be read or copied. */
function Snippet(props: { text: string; note: string; isReady: boolean; onCopied: () => void }) {
	const { text, note, isReady, onCopied } = props
	return (
		<div>
			<div className="put-code" aria-busy={!isReady || undefined} onCopy={isReady ? onCopied : undefined}>
				{isReady ? (
					<>
						<Code>{text}</Code>
						<CopyButton text={text} variant="primary" onCopied={onCopied} />
					</>
				) : (
					<div className="ui-code" dir="ltr">
						<span>{text}</span>
					</div>
				)}
			</div>
			<p className="ui-quiet ui-small">{note}</p>
		</div>
	)
}

/** Checks that only a person can make, in the browser. */
function SiteChecklist({ wall, origin }: { wall: SnippetWall; origin: string }) {
	return (
		<ol>
			<li>Open the page. The wall stands there, and nothing moved while it appeared.</li>
			<li>
				In the browser’s network list, one request goes to{' '}
				<code>
					{origin}/embed/{wall.id}.js
				</code>{' '}
				and none of them sets a cookie.
			</li>
			<li>
				If the wall stays away, the console names the policy that refused it. Allow these in your content security
				policy:
				<Code>{policyLines(origin)}</Code>
				If it forbids style attributes too, remove them from the code, and put these rules into your own style sheet:
				<Code>{heightRules(wall)}</Code>
			</li>
		</ol>
	)
}
