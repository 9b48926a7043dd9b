import { type ReactNode, useState } from 'react'
import type { WallLayout } from '#shared/wall.ts'
import { isFloating } from '#shared/wall-layouts.ts'
import { useCompleteMilestone } from '#web/lib/spaces/use-milestones.ts'
import { Code } from '#web/ui/code.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import {
	frameSnippet,
	heightRules,
	policyLines,
	type SnippetWall,
	scriptSnippet,
	staticSnippet,
} from './embed-snippets.ts'
import { SiteCheckForm } from './site-check-form.tsx'

const variants = [
	{
		value: 'script',
		label: 'One script',
		snippet: scriptSnippet,
		note: 'Two lines, one request. Several walls on one page: write the script once, as /embed.js.',
	},
	{
		value: 'static',
		label: 'Static HTML',
		snippet: staticSnippet,
		note: 'Readable without JavaScript and by search engines. It is as fresh as your last build.',
	},
	{
		value: 'frame',
		label: 'Frame',
		snippet: frameSnippet,
		note: 'One line, for site builders that take no script. Readable without JavaScript. A frame cannot follow a new layout: copy its code again. It does not see the colours of your page: it is light unless this wall is dark, or its address ends with &theme=dark.',
	},
]

/** What the code of a layout that floats does to a page. */
const floatingNotes: Partial<Record<WallLayout, string>> = {
	tab: 'In windows from 720 px the tab stands at the edge and takes no room of the page. Its panel opens only by a click, and Escape closes it. On a phone it is a line of 56 px where the code stands: put it at the end of the content.',
	toast:
		'In windows from 720 px the card stands in the lower corner where lines begin, over the page, until a visitor closes it or loads the page again: nothing is stored. On a phone it covers nothing and stands where the code stands: put it at the end of the content.',
}

/** The embed code in three variants, what to check on the site, and `children` between them. */
export function EmbedCode(props: {
	wall: SnippetWall
	isPublished: boolean
	/** Whether the testimonials are known whose height the code reserves. */
	isMeasured: boolean
	children: ReactNode
}) {
	const { wall, isPublished, isMeasured, children } = props
	const [variant, setVariant] = useState('script')
	const completeStep = useCompleteMilestone()
	const { origin } = window.location
	const floats = isFloating(wall.layout)
	return (
		<section className="studio-put" aria-labelledby="put-title">
			<div className="studio-head">
				<h2 className="ui-section-title" id="put-title">
					Put it on your site
				</h2>
				<span className="ui-quiet ui-small">
					{isPublished ? 'Height reserved, layout shift 0' : 'Shows nothing until it is published'}
				</span>
			</div>
			<Tabs
				label="Embed code"
				value={floats && variant === 'frame' ? 'script' : variant}
				onChange={setVariant}
				tabs={variants
					.filter(({ value }) => !floats || value !== 'frame')
					.map(({ value, label, snippet, note }) => ({
						value,
						label,
						panel: (
							<Snippet
								text={snippet(origin, wall)}
								note={note}
								isReady={isMeasured}
								onCopied={() => completeStep('embedded')}
							/>
						),
					}))}
			/>
			{floats ? (
				<p className="ui-small">
					{floatingNotes[wall.layout]} A frame has no edge of the page, so there is no code for one.
				</p>
			) : null}
			{children}
			<details className="studio-check">
				<summary>Check my site</summary>
				<SiteCheckForm wall={wall} isPublished={isPublished} />
				<SiteChecklist wall={wall} origin={origin} />
			</details>
		</section>
	)
}

/** Code that is not ready takes its room, and cannot be read or copied. */
function Snippet(props: { text: string; note: string; isReady: boolean; onCopied: () => void }) {
	const { text, note, isReady, onCopied } = props
	return (
		<>
			<div className="studio-code" aria-busy={!isReady || undefined} onCopy={isReady ? onCopied : undefined}>
				{isReady ? (
					<>
						<Code>{text}</Code>
						<CopyButton text={text} size="tiny" onCopied={onCopied} />
					</>
				) : (
					<div className="ui-code" dir="ltr">
						<span>{text}</span>
					</div>
				)}
			</div>
			<p className="ui-quiet ui-small">{note}</p>
		</>
	)
}

/** What only a person sees, in the browser. */
function SiteChecklist({ wall, origin }: { wall: SnippetWall; origin: string }) {
	return (
		<>
			<h3>By yourself</h3>
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
		</>
	)
}
