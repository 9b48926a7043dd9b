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
	freshTitle: 'Personne n’habite encore ici.',
	freshAbout: 'Ceci est un nouveau Plaudit. Le compte créé par son lien d’installation devient celui de l’exploitant.',
	first: 'Créer le premier compte',
	setupLink:
		'Ouvrez le lien d’installation affiché au premier démarrage. Cette commande en affiche un nouveau sur le serveur :',
	here: 'Vous êtes sur la machine du serveur : le premier compte que vous créez ici devient celui de l’exploitant.',
	choice: 'L’exploitant peut montrer ici un mur ou la page du produit : LANDING_PAGE.',
	report: 'Signaler une faille',
}
