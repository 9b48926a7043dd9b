import type { NumbersOf } from './numbers.ts'
import type { Sources } from './use-overview.ts'

/** The choice of a form or wall, or of all. */
export function SourceSelect(props: {
	of: NumbersOf
	sources: Sources | undefined
	onChange: (value: string) => void
}) {
	const { of, sources, onChange } = props
	return (
		<select
			className="ui-input"
			aria-label="Form or wall"
			value={of.kind === 'all' ? 'all' : `${of.kind}:${of.id}`}
			onChange={({ target }) => onChange(target.value)}
		>
			<option value="all">All forms and walls</option>
			{sources?.forms.map(({ id, name }) => (
				<option key={id} value={`form:${id}`}>
					Form: {name}
				</option>
			))}
			{sources?.walls.map(({ id, name }) => (
				<option key={id} value={`wall:${id}`}>
					Wall: {name}
				</option>
			))}
		</select>
	)
}

/** The choice in the address. A form or wall that is gone, or of another space, means all. */
export function parseSource(value: string | null, sources: Sources | undefined): NumbersOf {
	const [, kind, id] = /^(form|wall):([\w-]+)$/.exec(value ?? '') ?? []
	if (!id || (kind !== 'form' && kind !== 'wall')) return { kind: 'all' }
	const isGone = sources && !sources[`${kind}s`].some((source) => source.id === id)
	return isGone ? { kind: 'all' } : { kind, id }
}
