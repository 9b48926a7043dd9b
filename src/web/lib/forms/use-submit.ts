import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AuthField, authErrorField, authErrorMessage } from '#web/lib/auth/auth-errors.ts'

/** Errors of a form: beside a field, or of the whole form. */
export type FormErrors = Partial<Record<AuthField | 'form', string>>

/** The state of a form and its handlers. */
export type Submission = ReturnType<typeof useSubmit>

/**
 * Runs one submit at a time. `work` may return field errors; a thrown error is assigned to its field or to the form.
 * Focus moves to the first invalid field.
 */
export function useSubmit(work: () => Promise<FormErrors | undefined> | Promise<void>) {
	const [busy, setBusy] = useState(false)
	const [errors, setErrors] = useState<FormErrors>({})
	const form = useRef<HTMLFormElement>(null)

	const fail = (found: FormErrors) => {
		// Rendered synchronously: a frame before the error would find no field to focus.
		flushSync(() => {
			setErrors(found)
			setBusy(false)
		})
		form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
	}
	const run = async () => {
		if (busy) return
		setBusy(true)
		setErrors({})
		try {
			const found = await work()
			if (found) fail(found)
		} catch (error) {
			fail({ [authErrorField(error) ?? 'form']: authErrorMessage(error) })
		} finally {
			setBusy(false)
		}
	}
	const submit = (event: FormEvent) => {
		event.preventDefault()
		return run()
	}
	const clear = (field: AuthField) => setErrors(({ [field]: _, form: __, ...others }) => others as FormErrors)
	/** A change handler that also clears the field's error. */
	const edit =
		<Value>(field: AuthField, change: (value: Value) => void) =>
		(value: Value) => {
			clear(field)
			change(value)
		}
	/** After a refused submit, empty fields show what they require. */
	const missing = (value: string, message: string) => (errors.form && !value.trim() ? message : undefined)
	return { busy, errors, form, run, submit, clear, edit, missing }
}
