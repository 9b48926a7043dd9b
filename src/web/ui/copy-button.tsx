import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import { copyText } from './copy-text.ts'

/** Copies `text`; says so for two seconds in its own words. `onCopied` runs after it worked. */
export function CopyButton({
	text,
	label = 'Copy',
	onCopied,
	...look
}: ButtonLook & { text: string; label?: string; onCopied?: () => void }) {
	const [done, setDone] = useState(false)
	useEffect(() => {
		if (!done) return
		const back = setTimeout(() => setDone(false), 2000)
		return () => clearTimeout(back)
	}, [done])
	const copy = async () => {
		if (!(await copyText(text))) return
		setDone(true)
		onCopied?.()
	}
	const mark = done ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />
	return (
		<Button {...look} onClick={copy} aria-label={look.icon ? label : undefined}>
			{mark}
			{look.icon ? null : done ? 'Copied' : label}
			<span className="ui-sr" aria-live="polite">
				{done && look.icon ? 'Copied' : ''}
			</span>
		</Button>
	)
}
