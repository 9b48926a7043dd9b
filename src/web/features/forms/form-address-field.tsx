import { slugError } from '#web/lib/forms/slug.ts'
import { useSlugCheck } from '#web/lib/forms/use-availability.ts'
import { TextButton } from '#web/ui/button.tsx'
import { AddressField } from '#web/ui/fields/address-field.tsx'

/** The slug of a form, checked while it is typed. `mine` is the current one. */
export function FormAddressField(props: {
	slug: string
	mine?: string
	/** The server's error for this slug. */
	refused?: string | undefined
	/** True when the slug is being claimed right now. */
	isClaiming: boolean
	onChange: (slug: string) => void
}) {
	const { slug, mine, refused, isClaiming, onChange } = props
	const { state, others } = useSlugCheck(slug, { mine, isClaiming })
	const wrong = slug === '' ? undefined : slugError(slug)
	const taken =
		state === 'taken' ? (
			<>
				This address is taken or reserved.{' '}
				{others.map((other) => (
					<TextButton key={other} inheritColor onClick={() => onChange(other)}>
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
