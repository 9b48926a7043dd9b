import type { ReactNode } from 'react'
import { TextField } from './text-field.tsx'

/** The slug of a public address. Typed capitals, spaces and underscores are converted. */
export function AddressField({
	label = 'Address',
	before,
	slug,
	ok,
	error,
	onChange,
}: {
	label?: string
	/** The prefix before the slug. */
	before: ReactNode
	slug: string
	ok: string | undefined
	error: ReactNode
	onChange: (slug: string) => void
}) {
	return (
		<TextField
			{...{ label, before, ok, error }}
			dir="ltr"
			autoCapitalize="off"
			autoCorrect="off"
			spellCheck={false}
			maxLength={63}
			value={slug}
			onChange={(event) => onChange(event.target.value.toLowerCase().replace(/[\s_]+/g, '-'))}
		/>
	)
}
