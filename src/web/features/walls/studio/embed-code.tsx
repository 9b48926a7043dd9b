import { type ReactNode, useState } from 'react'
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
		note: 'One line, for site builders that take no script. Readable without JavaScript. A frame cannot follow a new layout: copy its code again.',
	},
]

/** The embed code in three variants, what to check on the site, and `children` between them. */
export function EmbedCode(props: { wall: SnippetWall; isPublished: boolean; children: ReactNode }) {
	const { wall, isPublished, children } = props
	const [variant, setVariant] = useState('script')
	const { origin } = window.location
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
				value={variant}
				onChange={setVariant}
				tabs={variants.map(({ value, label, snippet, note }) => ({
					value,
					label,
					panel: <Snippet text={snippet(origin, wall)} note={note} />,
				}))}
			/>
			{children}
			<details className="studio-check">
				<summary>Check my site</summary>
				<SiteCheckForm wall={wall} isPublished={isPublished} />
				<SiteChecklist wall={wall} origin={origin} />
			</details>
		</section>
	)
}

function Snippet({ text, note }: { text: string; note: string }) {
	return (
		<>
			<div className="studio-code">
				<Code>{text}</Code>
				<CopyButton text={text} size="tiny" />
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
