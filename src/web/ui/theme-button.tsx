import { Moon, Sun } from 'lucide-react'
import { useTheme } from '#web/lib/browser/theme.ts'
import { Button } from './button.tsx'

/** Switches between light and dark; "follow the system" is a setting of the account. */
export function ThemeButton({ className }: { className?: string }) {
	const { dark, choose } = useTheme()
	return (
		<Button
			className={className}
			variant="quiet"
			icon
			aria-label={dark ? 'Switch to light' : 'Switch to dark'}
			onClick={() => choose(dark ? 'light' : 'dark')}
		>
			{dark ? <Sun size={16} aria-hidden="true" /> : <Moon size={16} aria-hidden="true" />}
		</Button>
	)
}
