import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { Button, type ButtonStyle } from './button.tsx'

/** Copies `text` and confirms it for two seconds. `onCopied` runs on success. */
export function CopyButton({
	text,
	label = 'Copy',
	onCopied,
	...look
}: ButtonStyle & { text: string; label?: string; onCopied?: () => void }) {
	const [done, setDone] = useState(false)
	useEffect(() => {
		if (!done) return
		const resetTimer = setTimeout(() => setDone(false), 2000)
		return () => clearTimeout(resetTimer)
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

/**
 * Copies text; where the browser refuses, shows how to copy by hand.
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text)
		return true
	} catch {
		toast('The browser did not let us copy. Select the text and copy it by hand.')
		return false
	}
}
