import type { SolanaWallet } from '@supabase/supabase-js'
import { Building2, KeyRound, Mail, MessageSquare, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AuthScreenProps } from '#web/features/sign-in/auth-draft.ts'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { useConfig } from '#web/lib/client/config.ts'
import type { GetToken } from '#web/ui/auth/captcha.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

type SignInMethod = { label: string; icon: ReactNode; act: () => unknown }

type OtherMethodsProps = Pick<AuthScreenProps, 'showMode'> & { captcha: { token: GetToken } }

/** The sign-in methods without a password. */
export function OtherMethods(props: OtherMethodsProps) {
	const { ways, problem } = useOtherMethods(props)
	const isAlone = ways.length === 1
	return (
		<>
			{problem ? <Notice isError>{problem}</Notice> : null}
			<div className="auth-ways">
				{ways.map(({ label, icon, act }) => (
					<Button key={label} variant="quiet" wide onClick={() => void act()}>
						<span className="auth-way-icon" aria-hidden="true">
							{icon}
						</span>
						{isAlone ? `${label} instead` : label}
					</Button>
				))}
			</div>
		</>
	)
}

/**
 * The methods without a password that are enabled and supported by this browser, with the error of the last attempt.
 */
export function useOtherMethods({ showMode, captcha }: OtherMethodsProps): {
	ways: SignInMethod[]
	problem: string | undefined
} {
	const config = useConfig()
	const [problem, setProblem] = useState<string>()
	const attempt = async (way: () => Promise<void>) => {
		setProblem(undefined)
		try {
			await way()
		} catch (error) {
			setProblem(authErrorMessage(error))
		}
	}
	const ways: SignInMethod[] = []
	if (config?.email !== false)
		ways.push({
			label: 'E-mail me a link',
			icon: <Mail size={16} />,
			act: () => showMode('link'),
		})
	if (config?.passkeys && 'PublicKeyCredential' in window)
		ways.push({
			label: 'Use a passkey',
			icon: <KeyRound size={16} />,
			act: () =>
				attempt(async () => {
					const token = await captcha.token()
					await (await import('./sign-in-with-passkey.ts')).signInWithPasskey(token)
				}),
		})
	if (config?.phone)
		ways.push({
			label: 'Code by phone',
			icon: <MessageSquare size={16} />,
			act: () => showMode('phone'),
		})
	if (config?.saml)
		ways.push({
			label: 'Single sign-on',
			icon: <Building2 size={16} />,
			act: () => showMode('sso'),
		})
	const wallet = config?.solana ? solanaWallet() : undefined
	if (wallet)
		ways.push({
			label: 'Solana wallet',
			icon: <Wallet size={16} />,
			act: () =>
				attempt(async () => {
					const token = await captcha.token()
					await (await import('./sign-in-with-wallet.ts')).signInWithWallet(wallet, token)
				}),
		})
	return { ways, problem }
}

type WindowWithWallets = {
	solana?: SolanaWallet
	phantom?: { solana?: SolanaWallet }
	solflare?: SolanaWallet
	backpack?: SolanaWallet
}

/** The Solana wallet that an extension injected into this page, if it can sign. */
function solanaWallet(): SolanaWallet | undefined {
	const { phantom, solana, solflare, backpack } = window as unknown as WindowWithWallets
	return [phantom?.solana, solana, solflare, backpack].find(
		(wallet) => wallet && ('signIn' in wallet || 'signMessage' in wallet),
	)
}
