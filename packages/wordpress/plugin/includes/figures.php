<?php
/**
 * The badge and a single testimonial, drawn here from the server's JSON.
 *
 * @package Plaudit
 */

namespace Plaudit;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * One testimonial as a figure; empty for JSON that is none.
 *
 * @param string $json Body of /p/{id}.json.
 */
function testimonial_figure( string $json ): string {
	$page = json_decode( $json, true, 16 );
	$item = $page['item'] ?? null;
	if ( ! is_array( $item ) || ! is_string( $item['text'] ?? null ) || ! is_array( $item['author'] ?? null ) ) {
		return '';
	}
	$author = $item['author'];
	$url    = text_of( $page, 'url' );
	$lang   = preg_match( '/^[A-Za-z0-9-]{2,35}$/D', text_of( $item, 'locale' ) ) ? $item['locale'] : '';
	$words  = as_references( $item['text'] );
	if ( ! empty( $item['is_excerpt'] ) ) {
		$words .= ' <a class="plaudit-more" href="' . esc_url( $url ) . '">' . esc_html__( 'The whole text', 'plaudit' ) . '</a>';
	}
	$title = '' === text_of( $item, 'title' ) ? '' : '<p class="plaudit-title">' . as_references( $item['title'] ) . '</p>';
	$role  = implode( ', ', array_filter( array( text_of( $author, 'title' ), text_of( $author, 'company' ) ) ) );
	$lines = array_filter( array( basis_text( $item, text_of( $page['space'] ?? null, 'name' ) ), '' === text_of( $item, 'reward' ) ? '' : $item['reward'] ) );
	$html  = '<figure class="plaudit-testimonial">' . stars( $item['rating'] ?? null );
	$html .= '<blockquote cite="' . esc_url( $url ) . '"' . ( '' === $lang ? '' : ' lang="' . esc_attr( $lang ) . '"' ) . ' dir="auto">' . $title
		. ( '' === $item['text'] ? '' : '<p>' . str_replace( "\n", '<br>', $words ) . '</p>' ) . '</blockquote>';
	if ( is_array( $item['media'] ?? null ) && 'photo' !== ( $item['media']['kind'] ?? '' ) ) {
		$html .= '<p><a href="' . esc_url( $url ) . '">' . esc_html__( 'Play the recording', 'plaudit' ) . '</a></p>';
	}
	$html .= '<figcaption><cite><bdi>' . as_references( '' === text_of( $author, 'name' ) ? __( 'Name withheld', 'plaudit' ) : $author['name'] ) . '</bdi></cite>';
	$html .= '' === $role ? '' : ' <span class="plaudit-role">' . as_references( $role ) . '</span>';
	foreach ( $lines as $line ) {
		$html .= ' <small>' . as_references( $line ) . '</small>';
	}
	return $html . '</figcaption></figure>';
}

/**
 * Average and number of all published ratings of a wall's space, as a link to the wall; empty for JSON that is no wall.
 *
 * @param string $json Body of functions/v1/wall.
 */
function badge_link( string $json ): string {
	$page   = json_decode( $json, true, 16 );
	$spread = $page['counts']['spread'] ?? null;
	$slug   = $page['wall']['slug'] ?? null;
	if ( ! is_slug( $slug ) || ! is_array( $spread ) || 5 !== count( $spread ) ) {
		return '';
	}
	$spread    = array_map( 'intval', array_values( $spread ) );
	$rated     = array_sum( $spread );
	$published = (int) ( $page['counts']['published'] ?? 0 );
	/* translators: %s: number of testimonials. */
	$text = sprintf( _n( '%s testimonial', '%s testimonials', $published, 'plaudit' ), number_format_i18n( $published ) );
	$html = '<a class="plaudit-badge" href="' . esc_url( settings()['address'] . '/w/' . $slug ) . '">';
	if ( $rated > 0 ) {
		$sum = 0;
		foreach ( $spread as $at => $count ) {
			$sum += ( $at + 1 ) * $count;
		}
		// Cut, not rounded, so that 4.96 is not shown as 5.0.
		$average = floor( $sum / $rated * 10 ) / 10;
		/* translators: %s: average of the stars. */
		$html .= '<b>' . as_references( sprintf( __( '%s of 5 stars', 'plaudit' ), number_format_i18n( $average, 1 ) ) ) . '</b> ';
	}
	return $html . '<span>' . as_references( $text ) . '</span></a>';
}

/**
 * How the author was verified, in the words of walls.
 *
 * @param array  $item  Of the server's JSON.
 * @param string $space Name of the business.
 */
function basis_text( array $item, string $space ): string {
	$source = text_of( $item['source'] ?? null, 'name' );
	switch ( $item['basis'] ?? null ) {
		case 'order':
			return __( 'Order checked', 'plaudit' );
		case 'provider':
			/* translators: %s: name of a service, such as Google. */
			return sprintf( __( 'Signed in with %s', 'plaudit' ), text_of( $item, 'provider' ) );
		case 'email':
			return __( 'E-mail checked', 'plaudit' );
		case 'invited':
			/* translators: %s: name of the business. */
			return sprintf( __( 'Invited by %s', 'plaudit' ), $space );
		case 'imported':
			/* translators: %s: name of another tool. */
			return '' === $source ? __( 'Imported', 'plaudit' ) : sprintf( __( 'Imported from %s', 'plaudit' ), $source );
		case 'vouched':
			/* translators: %s: name of the business. */
			return sprintf( __( 'Entered by %s', 'plaudit' ), $space );
	}
	return '';
}

/**
 * Stars of one testimonial, as a picture with a name.
 *
 * @param mixed $rating 1 to 5, or null.
 */
function stars( $rating ): string {
	if ( ! is_int( $rating ) || $rating < 1 || $rating > 5 ) {
		return '';
	}
	/* translators: %d: number of stars. */
	$name = sprintf( __( '%d of 5 stars', 'plaudit' ), $rating );
	return '<p class="plaudit-stars" role="img" aria-label="' . esc_attr( $name ) . '">' . str_repeat( '★', $rating ) . str_repeat( '☆', 5 - $rating ) . '</p>';
}

/**
 * A text of an object of the server's JSON; empty for anything else.
 *
 * @param mixed  $from Object.
 * @param string $name Of its field.
 */
function text_of( $from, string $name ): string {
	return is_array( $from ) && is_string( $from[ $name ] ?? null ) ? $from[ $name ] : '';
}
