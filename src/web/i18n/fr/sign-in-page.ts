import type { SignInPageMessages } from '#web/i18n/en/sign-in-page.ts'

export const french: SignInPageMessages = {
	title: 'Ici sont gardés les mots des clients.',
	about: '{host} recueille des témoignages pour les commerces qui l’exploitent et les montre sur leurs sites.',
	signIn: 'Se connecter',
	dashboard: 'Tableau de bord',
	byLink: 'Recevoir plutôt un lien',
	forgotten: 'Mot de passe oublié',
	signUp: 'Créer un compte',
	asked: 'On vous a demandé quelques mots ?',
	lost: 'Rouvrez le lien du message du commerce : il mène à votre page. Celle-ci ne parle pas de vous.',
	whatIsPlaudit: 'Qu’est-ce que Plaudit',
	report: 'Signaler une faille',
}
