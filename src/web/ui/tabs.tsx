import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import './tabs.css'

/** Tabs with one visible panel. Arrow keys move between the tabs. */
export function Tabs<Value extends string>({
	label,
	value,
	onChange,
	tabs,
}: {
	label: string
	value: Value
	onChange: (value: Value) => void
	tabs: readonly { value: Value; label: ReactNode; panel: ReactNode }[]
}) {
	return (
		<Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
			<Radix.List className="ui-tabs" aria-label={label}>
				{tabs.map((tab) => (
					<Radix.Trigger key={tab.value} value={tab.value}>
						{tab.label}
					</Radix.Trigger>
				))}
			</Radix.List>
			{tabs.map((tab) => (
				<Radix.Content key={tab.value} value={tab.value}>
					{tab.panel}
				</Radix.Content>
			))}
		</Radix.Root>
	)
}
