import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './overlays/tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & {
	label: string
	Icon: LucideIcon
	tip?: string
	iconSize?: number
	iconClass?: string
}

/** A quiet button with an icon alone and an accessible name; `tip` is its tooltip. */
export function IconButton({ label, Icon, tip, iconSize = 16, iconClass, ...rest }: IconButtonProps) {
	const button = (
		<Button variant="quiet" icon aria-label={label} {...rest}>
			<Icon size={iconSize} aria-hidden="true" className={iconClass} />
		</Button>
	)
	return tip ? <Tooltip text={tip}>{button}</Tooltip> : button
}
