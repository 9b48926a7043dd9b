import type { ReactNode } from 'react'
import { interpolate } from '#web/i18n/messages.ts'

/** Fills `{space}` and `{email}` of a sentence; both keep their own direction. `address` stands for an address that is not known. */
export function fillNames(
	sentence: string,
	{ space, email }: { space: { name: string }; email: string | null },
	address = '',
): ReactNode {
	return interpolate(sentence, { space: '\0space\0', email: '\0email\0' })
		.split('\0')
		.map((part) => {
			if (part === 'space') return <bdi key={part}>{space.name}</bdi>
			if (part === 'email')
				return email === null ? (
					address
				) : (
					<bdi key={part} dir="ltr">
						{email}
					</bdi>
				)
			return part
		})
}
