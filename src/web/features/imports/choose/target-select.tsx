import type { ComponentProps } from 'react'
import type { ImportTarget } from '#shared/import/import-api.ts'
import { targetGroups, targetLabels } from '#web/features/imports/import-words.ts'
import { classNames } from '#web/ui/class-names.ts'

type Props = Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'children'> & {
	value: ImportTarget
	onChange: (target: ImportTarget) => void
}

/** The list of what a column can be. */
export function TargetSelect({ value, onChange, className, ...select }: Props) {
	return (
		<select
			{...select}
			className={classNames('ui-input', className)}
			value={value}
			onChange={({ target }) => onChange(target.value as ImportTarget)}
		>
			<option value="none">{targetLabels.none}</option>
			{targetGroups.map(({ label, targets }) => (
				<optgroup key={label} label={label}>
					{targets.map((target) => (
						<option key={target} value={target}>
							{targetLabels[target]}
						</option>
					))}
				</optgroup>
			))}
		</select>
	)
}
