-- The texts of a form by language, the only place that holds them: a form begins with `title` and `consent_text`, and its editor shows the
-- others as examples. `{space}` is the name of the space. A form in any other language begins in English, as its page.
create or replace function public.form_texts() returns jsonb
language sql immutable parallel safe
return '{
	"en": {
		"title": "What would you say about {space}?",
		"consent_text": "You may publish what I send here, my rating and my name on your website. I can change my mind at any time.",
		"thank_you": "Thank you. We read every one.",
		"link_label": "Back to the shop"
	},
	"de": {
		"title": "Was würden Sie über {space} sagen?",
		"consent_text": "Sie dürfen auf Ihrer Website veröffentlichen, was ich hier sende, dazu meine Bewertung und meinen Namen. Ich kann es mir jederzeit anders überlegen.",
		"thank_you": "Vielen Dank. Wir lesen jede Nachricht.",
		"link_label": "Zurück zum Shop"
	},
	"fr": {
		"title": "{space}\u00a0: qu’en pensez-vous\u00a0?",
		"consent_text": "Vous pouvez publier sur votre site web ce que j’envoie ici, ma note et mon nom. Je peux changer d’avis à tout moment.",
		"thank_you": "Merci. Nous lisons chaque message.",
		"link_label": "Retour à la boutique"
	},
	"es": {
		"title": "¿Qué diría de {space}?",
		"consent_text": "Doy permiso para publicar en su sitio web lo que envío aquí, mi valoración y mi nombre. Puedo cambiar de opinión en cualquier momento.",
		"thank_you": "Gracias. Leemos todos los mensajes.",
		"link_label": "Volver a la tienda"
	},
	"ar": {
		"title": "ماذا تقول عن {space}؟",
		"consent_text": "أسمح لكم بأن تنشروا على موقعكم ما أرسله هنا وتقييمي واسمي. ويمكنني تغيير رأيي في أي وقت.",
		"thank_you": "شكرًا لك. نقرأ كل رسالة.",
		"link_label": "العودة إلى المتجر"
	}
}'::jsonb;

grant execute on function public.form_texts() to authenticated, service_role, product_door;
