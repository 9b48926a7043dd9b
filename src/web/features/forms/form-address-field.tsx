import { slugProblem } from '#web/lib/slug.ts'
import { useSlugCheck } from '#web/lib/slug-check.ts'
import { AddressField } from '#web/ui/address-field.tsx'
import { TextButton } from '#web/ui/button.tsx'

/** The last part of a form's address, checked while it is typed. `mine` is the one it has now. */
export function FormAddressField({
	slug,
	mine,
	refused,
	isClaiming,
	onChange,
}: {
	slug: string
	mine?: string
	/** The server's sentence when it refused this slug. */
	refused?: string | undefined
	/** It is being taken at this moment. */
	isClaiming: boolean
	onChange: (slug: string) => void
}) {
	const { state, others } = useSlugCheck(slug, { mine, isClaiming })
	const wrong = slug === '' ? undefined : slugProblem(slug)
	const taken =
		state === 'taken' ? (
			<>
				This address is taken or reserved.{' '}
				{others.map((other) => (
					<TextButton key={other} same onClick={() => onChange(other)}>
						Use {other}
					</TextButton>
				))}
			</>
		) : undefined
	return (
		<AddressField
			before={`${window.location.host}/collect/`}
			slug={slug}
			ok={state === 'free' && !refused ? 'Free' : undefined}
			error={wrong ?? refused ?? taken}
			onChange={onChange}
		/>
	)
}
