import { useState } from 'react'
import { Code } from '#web/ui/code.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { dialogSnippet, formFrameSnippet, formPolicy, linkSnippet } from './form-snippets.ts'

const ways = [
	{
		value: 'dialog',
		label: 'Dialog',
		snippet: dialogSnippet,
		note: 'Opens over your page; nothing of the form loads before. Any button or link of yours works: give it data-plaudit-form.',
	},
	{
		value: 'frame',
		label: 'In the page',
		snippet: formFrameSnippet,
		note: 'The frame grows with the form. It needs no script of yours, and without ours it scrolls.',
	},
	{ value: 'link', label: 'Link', snippet: linkSnippet, note: 'Leads to the form’s own page.' },
]

/** The code that puts the form on a website, in three ways. */
export function FormCode(props: { link: string; slug: string; title: string; onCopied: () => void }) {
	const [way, setWay] = useState('dialog')
	return (
		<div className="share-site">
			<p>
				<strong>On your website</strong>
			</p>
			<Tabs
				label="Way on your website"
				value={way}
				onChange={setWay}
				tabs={ways.map(({ value, label, snippet, note }) => ({
					value,
					label,
					panel: (
						<>
							<Code>{snippet(props)}</Code>
							<div className="share-line">
								<p className="ui-quiet ui-small">{note}</p>
								<CopyButton size="tiny" text={snippet(props)} onCopied={props.onCopied} />
							</div>
						</>
					),
				}))}
			/>
			{way === 'link' ? null : (
				<details className="share-policy">
					<summary>My site has a content security policy</summary>
					<p className="ui-quiet ui-small">Allow these two. No cookie is set, and no other host is called.</p>
					<Code>{formPolicy(props.link)}</Code>
				</details>
			)}
		</div>
	)
}
