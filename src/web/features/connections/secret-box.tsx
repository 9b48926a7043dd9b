import { CopyButton } from '#web/ui/copy-button.tsx'

/** A text to copy elsewhere, such as a secret or the address of this server. */
export function SecretBox({
	label,
	text,
	copy = 'Copy',
	isPrimary = false,
}: {
	/** Read to screen readers. */
	label: string
	text: string
	copy?: string
	isPrimary?: boolean
}) {
	return (
		<div className="conn-secret">
			<input
				className="ui-input"
				dir="ltr"
				readOnly
				aria-label={label}
				value={text}
				onFocus={({ target }) => target.select()}
			/>
			<CopyButton text={text} label={copy} {...(isPrimary ? { variant: 'primary' } : {})} />
		</div>
	)
}
