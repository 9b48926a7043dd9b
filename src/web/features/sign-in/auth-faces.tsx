import { type ComponentType, lazy } from 'react'
import { reloadOnce } from '#web/lib/reload-once.ts'

// Faces that not everybody meets; each is asked for when somebody turns to it.
export const LinkSent = face(async () => (await import('./link-sent.tsx')).LinkSent)
export const MailRequest = face(async () => (await import('./mail-request.tsx')).MailRequest)
export const NewPassword = face(async () => (await import('./new-password.tsx')).NewPassword)
export const PhoneSignIn = face(async () => (await import('./phone-sign-in.tsx')).PhoneSignIn)
export const SecondFactor = face(async () => (await import('./second-factor.tsx')).SecondFactor)
export const SignInWithoutAddress = face(
	async () => (await import('./sign-in-without-address.tsx')).SignInWithoutAddress,
)
export const SignUp = face(async () => (await import('./sign-up.tsx')).SignUp)
export const SsoRequest = face(async () => (await import('./sso-request.tsx')).SsoRequest)

function face<Props>(load: () => Promise<ComponentType<Props>>) {
	return lazy(async () => ({ default: await reloadOnce(load) }))
}
