import type { ComponentProps } from 'react'
import { useProfile } from '#web/lib/spaces/common-queries.ts'

type Props = Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'children'> & {
	value: string
	onChange: (zone: string) => void
}

/** The time zones, with UTC and those of the reader first. */
export function ZoneSelect({ value, onChange, ...select }: Props) {
	const { data: profile } = useProfile()
	const own = Intl.DateTimeFormat().resolvedOptions().timeZone
	const near = [...new Set(['UTC', profile?.time_zone ?? own, own, value])]
	const others = Intl.supportedValuesOf('timeZone').filter((zone) => !near.includes(zone))
	return (
		<select {...select} value={value} onChange={({ target }) => onChange(target.value)}>
			<optgroup label="Likely">{near.map(toOption)}</optgroup>
			<optgroup label="All zones">{others.map(toOption)}</optgroup>
		</select>
	)
}

const toOption = (zone: string) => (
	<option key={zone} value={zone}>
		{zone.replaceAll('_', ' ')}
	</option>
)
