-- Why a slug cannot be used; null when it can.
create or replace function private.slug_problem(slug text) returns text language sql immutable set search_path = '' as $$
	select case
		when slug is null or slug !~ '^[a-z0-9](-?[a-z0-9])*$' or char_length(slug) not between 3 and 63
			then 'A slug has 3 to 63 characters of a-z, 0-9 and single dashes between them.'
		when slug = any (array[
			'about', 'account', 'admin', 'api', 'app', 'assets', 'auth', 'billing', 'blog', 'collect', 'config', 'contact',
			'dashboard', 'docs', 'embed', 'favicon', 'form', 'forms', 'functions', 'health', 'help', 'home', 'inbox', 'index',
			'kit', 'legal', 'login', 'logout', 'mail', 'metrics', 'new', 'null', 'plaudit', 'pricing', 'privacy', 'public',
			'ready', 'realtime', 'rest', 'robots', 'root', 'security', 'settings', 'sign-in', 'sign-out', 'sign-up', 'signin',
			'signup', 'sitemap', 'space', 'spaces', 'static', 'status', 'storage', 'submit', 'support', 'system', 'terms',
			'testimonial', 'testimonials', 'undefined', 'user', 'users', 'wall', 'walls', 'well-known', 'www'])
			then 'This slug is reserved.'
	end
$$;

grant execute on function private.slug_problem(text) to product_door;
