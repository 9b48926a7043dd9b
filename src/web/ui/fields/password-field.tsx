import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { FieldText } from './field.tsx'
import { TextField } from './text-field.tsx'

/** A password with a show button. `autoComplete` states its purpose. */
export function PasswordField(props: FieldText & ComponentProps<'input'>) {
	const [shown, setShown] = useState(false)
	return (
		<TextField
			{...props}
			type={shown ? 'text' : 'password'}
			autoCapitalize="off"
			autoCorrect="off"
			spellCheck={false}
			after={
				<Button
					variant="quiet"
					aria-label={shown ? 'Hide password' : 'Show password'}
					aria-pressed={shown}
					onClick={() => setShown(!shown)}
				>
					{shown ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
				</Button>
			}
		/>
	)
}
