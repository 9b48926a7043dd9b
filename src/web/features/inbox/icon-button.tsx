import type { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'

/** A quiet button with an icon of 16 px and an accessible name; `tip` is its tooltip. */
export function IconButton(
	props: Omit<ComponentProps<typeof Button>, 'children'> & {
		label: string
		Icon: typeof Check
		tip?: string
		iconClass?: string
	},
) {
	const { label, Icon, tip, iconClass, ...rest } = props
	const button = (
		<Button variant="quiet" icon aria-label={label} {...rest}>
			<Icon size={16} aria-hidden="true" className={iconClass} />
		</Button>
	)
	return tip ? <Tooltip text={tip}>{button}</Tooltip> : button
}
