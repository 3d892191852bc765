import type { Service } from '#contract/codes.ts'

export const widgetLanguages = ['en', 'de', 'es', 'fr', 'pt'] as const
export type WidgetLanguage = (typeof widgetLanguages)[number]

export type WidgetWords = {
  /** The locale of amounts. */
  locale: string
  title: string
  where: string
  town: string
  service: string
  anyService: string
  from: string
  until: string
  search: string
  newTab: string
  results: (place: string) => string
  none: string
  perUnit: Record<Service, (price: string) => string>
  allIn: string
  reviews: (average: string, count: number) => string
  book: (name: string) => string
  bookTitle: (name: string) => string
  notPublic: string
  services: Record<Service, string>
}

const pricesOf = (
  from: string,
  [night, day, visit, walk]: readonly [string, string, string, string],
): WidgetWords['perUnit'] => {
  const by = (unit: string) => (price: string) => `${from} ${price} ${unit}`
  return {
    boarding: by(night),
    house_sitting: by(night),
    day_care: by(day),
    drop_in: by(visit),
    dog_walking: by(walk),
  }
}

/** The words of the widget, which stands on sites in other languages. The pages that it opens are in English. */
export const widgetWords: Record<WidgetLanguage, WidgetWords> = {
  en: {
    locale: 'en-GB',
    title: 'Find a pet sitter',
    where: 'Where',
    town: 'Town',
    service: 'Service',
    anyService: 'Any service',
    from: 'From',
    until: 'Until',
    search: 'Search',
    newTab: 'Opens in a new tab',
    results: (place) => `Sitters in and around ${place}`,
    none: 'No sitters found here yet. Try a search with other dates or a larger town.',
    perUnit: pricesOf('from', ['a night', 'a day', 'a visit', 'a walk']),
    allIn: 'All prices include all fees.',
    reviews: (average, count) => `${average} out of 5 from ${count} ${count === 1 ? 'review' : 'reviews'}`,
    book: (name) => `See dates and book ${name}`,
    bookTitle: (name) => `Book ${name}`,
    notPublic: 'This profile is not public at the moment.',
    services: {
      boarding: 'Boarding',
      house_sitting: 'House sitting',
      day_care: 'Day care',
      drop_in: 'Drop-in visits',
      dog_walking: 'Dog walking',
    },
  },
  de: {
    locale: 'de-DE',
    title: 'Tiersitter finden',
    where: 'Wo',
    town: 'Ort',
    service: 'Leistung',
    anyService: 'Alle Leistungen',
    from: 'Von',
    until: 'Bis',
    search: 'Suchen',
    newTab: 'Öffnet einen neuen Tab',
    results: (place) => `Tiersitter in und um ${place}`,
    none: 'Hier gibt es noch keine Tiersitter. Suchen Sie mit anderen Daten oder in einem größeren Ort.',
    perUnit: pricesOf('ab', ['pro Nacht', 'pro Tag', 'pro Besuch', 'pro Spaziergang']),
    allIn: 'Alle Preise enthalten alle Gebühren.',
    reviews: (average, count) => `${average} von 5 aus ${count} ${count === 1 ? 'Bewertung' : 'Bewertungen'}`,
    book: (name) => `Termine ansehen und ${name} buchen`,
    bookTitle: (name) => `${name} buchen`,
    notPublic: 'Dieses Profil ist im Moment nicht öffentlich.',
    services: {
      boarding: 'Betreuung beim Sitter',
      house_sitting: 'Betreuung bei Ihnen zu Hause',
      day_care: 'Tagesbetreuung',
      drop_in: 'Hausbesuche',
      dog_walking: 'Gassi gehen',
    },
  },
  es: {
    locale: 'es-ES',
    title: 'Encuentra un cuidador de mascotas',
    where: 'Dónde',
    town: 'Localidad',
    service: 'Servicio',
    anyService: 'Todos los servicios',
    from: 'Desde',
    until: 'Hasta',
    search: 'Buscar',
    newTab: 'Se abre en una pestaña nueva',
    results: (place) => `Cuidadores en ${place} y alrededores`,
    none: 'Todavía no hay cuidadores aquí. Prueba con otras fechas o en una localidad más grande.',
    perUnit: pricesOf('desde', ['por noche', 'por día', 'por visita', 'por paseo']),
    allIn: 'Todos los precios incluyen todas las tarifas.',
    reviews: (average, count) => `${average} de 5, ${count} ${count === 1 ? 'reseña' : 'reseñas'}`,
    book: (name) => `Ver fechas y reservar con ${name}`,
    bookTitle: (name) => `Reserva con ${name}`,
    notPublic: 'Este perfil no es público en este momento.',
    services: {
      boarding: 'Alojamiento',
      house_sitting: 'Cuidado en tu casa',
      day_care: 'Guardería de día',
      drop_in: 'Visitas a domicilio',
      dog_walking: 'Paseos',
    },
  },
  fr: {
    locale: 'fr-FR',
    title: 'Trouver un pet-sitter',
    where: 'Où',
    town: 'Ville',
    service: 'Service',
    anyService: 'Tous les services',
    from: 'Du',
    until: 'Au',
    search: 'Rechercher',
    newTab: 'S’ouvre dans un nouvel onglet',
    results: (place) => `Pet-sitters à ${place} et aux alentours`,
    none: 'Il n’y a pas encore de pet-sitters ici. Essayez d’autres dates ou une plus grande ville.',
    perUnit: pricesOf('à partir de', ['la nuit', 'la journée', 'la visite', 'la promenade']),
    allIn: 'Tous les prix comprennent tous les frais.',
    reviews: (average, count) => `${average} sur 5, ${count} avis`,
    book: (name) => `Voir les dates et réserver chez ${name}`,
    bookTitle: (name) => `Réserver chez ${name}`,
    notPublic: 'Ce profil n’est pas public en ce moment.',
    services: {
      boarding: 'Hébergement',
      house_sitting: 'Garde à votre domicile',
      day_care: 'Garde de jour',
      drop_in: 'Visites à domicile',
      dog_walking: 'Promenades',
    },
  },
  pt: {
    locale: 'pt-PT',
    title: 'Encontrar um pet sitter',
    where: 'Onde',
    town: 'Localidade',
    service: 'Serviço',
    anyService: 'Todos os serviços',
    from: 'De',
    until: 'Até',
    search: 'Procurar',
    newTab: 'Abre num novo separador',
    results: (place) => `Pet sitters em ${place} e arredores`,
    none: 'Ainda não há pet sitters aqui. Experimente outras datas ou uma localidade maior.',
    perUnit: pricesOf('desde', ['por noite', 'por dia', 'por visita', 'por passeio']),
    allIn: 'Todos os preços incluem todas as taxas.',
    reviews: (average, count) => `${average} em 5, ${count} ${count === 1 ? 'avaliação' : 'avaliações'}`,
    book: (name) => `Ver datas e reservar com ${name}`,
    bookTitle: (name) => `Reservar com ${name}`,
    notPublic: 'Este perfil não está público neste momento.',
    services: {
      boarding: 'Alojamento',
      house_sitting: 'Cuidados em sua casa',
      day_care: 'Creche de dia',
      drop_in: 'Visitas ao domicílio',
      dog_walking: 'Passeios',
    },
  },
}
