import type { SignInPageMessages } from '#web/i18n/en/sign-in-page.ts'

export const spanish: SignInPageMessages = {
	title: 'Aquí se guardan palabras de clientes.',
	about: '{host} reúne testimonios para los comercios que lo administran y los muestra en sus sitios.',
	signIn: 'Iniciar sesión',
	dashboard: 'Panel',
	byLink: 'Envíame un enlace',
	forgotten: 'Contraseña olvidada',
	signUp: 'Crear una cuenta',
	asked: '¿Te pidieron unas palabras?',
	lost: 'Abre otra vez el enlace del mensaje del comercio: lleva a tu página. Nada en esta trata de ti.',
	freshTitle: 'Aquí todavía no vive nadie.',
	freshAbout: 'Este es un Plaudit nuevo. La cuenta que se crea con su enlace de instalación será la del operador.',
	first: 'Crear la primera cuenta',
	setupLink:
		'Abre el enlace de instalación que mostró el primer arranque. Esta orden muestra uno nuevo en el servidor:',
	here: 'Estás en la máquina del servidor: la primera cuenta que crees aquí será la del operador.',
	choice: 'El operador puede mostrar aquí un muro o la página del producto: LANDING_PAGE.',
	report: 'Informar de una vulnerabilidad',
}
