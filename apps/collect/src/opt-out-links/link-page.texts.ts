import type { Language } from './language.js';

export interface LinkPageTexts {
  title: string;
  introduction: { email: string; sms: string };
  label: { email: string; sms: string };
  hint: { email: string; sms: string };
  button: string;
  notUsable: { email: string; sms: string };
  doneTitle: string;
  /** What stands for the address: `{}`. */
  done: string;
  doneDelay: string;
  unknownTitle: string;
  unknown: string;
  goneTitle: string;
  gone: string;
  busyTitle: string;
  busy: string;
  failedTitle: string;
  failed: string;
}

export const LINK_PAGE_TEXTS: Record<Language, LinkPageTexts> = {
  en: {
    title: 'Stop these messages',
    introduction: {
      email: 'Tell us your e-mail address, and we will stop sending these messages to it.',
      sms: 'Tell us your phone number, and we will stop sending these messages to it.',
    },
    label: { email: 'E-mail address', sms: 'Phone number' },
    hint: { email: 'For example: name@example.com', sms: 'With the country code, for example: +1 202 555 0123' },
    button: 'Stop messages',
    notUsable: {
      email: 'This isn’t an e-mail address. Please check it.',
      sms: 'This isn’t a phone number. Please check it.',
    },
    doneTitle: 'Done',
    done: 'These messages will no longer be sent to {}.',
    doneDelay: 'A message that is already on its way may still arrive.',
    unknownTitle: 'Unknown link',
    unknown: 'There is nothing at this address. Please check that you have copied the whole link.',
    goneTitle: 'Link no longer in use',
    gone: 'This link is no longer in use. If you still receive messages, please take the link in the newest of them.',
    busyTitle: 'Please try again',
    busy: 'We can’t take your request at the moment. Please try again in a minute.',
    failedTitle: 'That didn’t work',
    failed: 'Your request could not be understood. Please open the link again.',
  },
  de: {
    title: 'Nachrichten abbestellen',
    introduction: {
      email: 'Nennen Sie uns Ihre E-Mail-Adresse, dann senden wir diese Nachrichten nicht mehr dorthin.',
      sms: 'Nennen Sie uns Ihre Telefonnummer, dann senden wir diese Nachrichten nicht mehr dorthin.',
    },
    label: { email: 'E-Mail-Adresse', sms: 'Telefonnummer' },
    hint: { email: 'Zum Beispiel: name@example.com', sms: 'Mit Ländervorwahl, zum Beispiel: +49 151 12345678' },
    button: 'Abbestellen',
    notUsable: {
      email: 'Das ist keine E-Mail-Adresse. Bitte prüfen Sie Ihre Eingabe.',
      sms: 'Das ist keine Telefonnummer. Bitte prüfen Sie Ihre Eingabe.',
    },
    doneTitle: 'Erledigt',
    done: 'Diese Nachrichten werden nicht mehr an {} gesendet.',
    doneDelay: 'Eine Nachricht, die schon unterwegs ist, kann noch eintreffen.',
    unknownTitle: 'Unbekannter Link',
    unknown: 'Unter dieser Adresse gibt es nichts. Bitte prüfen Sie, ob Sie den ganzen Link kopiert haben.',
    goneTitle: 'Link nicht mehr in Gebrauch',
    gone: 'Dieser Link wird nicht mehr verwendet. Wenn Sie noch Nachrichten erhalten, nehmen Sie bitte den Link in der neuesten.',
    busyTitle: 'Bitte versuchen Sie es noch einmal',
    busy: 'Wir können Ihre Abbestellung gerade nicht annehmen. Bitte versuchen Sie es in einer Minute noch einmal.',
    failedTitle: 'Das hat nicht geklappt',
    failed: 'Ihre Anfrage war nicht zu verstehen. Bitte öffnen Sie den Link noch einmal.',
  },
  es: {
    title: 'Dejar de recibir mensajes',
    introduction: {
      email: 'Indíquenos su dirección de correo electrónico y dejaremos de enviarle estos mensajes.',
      sms: 'Indíquenos su número de teléfono y dejaremos de enviarle estos mensajes.',
    },
    label: { email: 'Dirección de correo electrónico', sms: 'Número de teléfono' },
    hint: { email: 'Por ejemplo: nombre@example.com', sms: 'Con el prefijo del país, por ejemplo: +34 612 345 678' },
    button: 'Darme de baja',
    notUsable: {
      email: 'Esto no es una dirección de correo electrónico. Por favor, compruébela.',
      sms: 'Esto no es un número de teléfono. Por favor, compruébelo.',
    },
    doneTitle: 'Hecho',
    done: 'Estos mensajes ya no se enviarán a {}.',
    doneDelay: 'Un mensaje que ya esté en camino aún puede llegar.',
    unknownTitle: 'Enlace desconocido',
    unknown: 'No hay nada en esta dirección. Compruebe que ha copiado el enlace completo.',
    goneTitle: 'Enlace fuera de uso',
    gone: 'Este enlace ya no se usa. Si aún recibe mensajes, utilice el enlace del más reciente.',
    busyTitle: 'Inténtelo de nuevo',
    busy: 'No podemos atender su solicitud en este momento. Inténtelo de nuevo dentro de un minuto.',
    failedTitle: 'No ha funcionado',
    failed: 'No se ha podido entender su solicitud. Abra el enlace de nuevo.',
  },
  fr: {
    title: 'Ne plus recevoir ces messages',
    introduction: {
      email: 'Indiquez-nous votre adresse e-mail et nous cesserons de vous envoyer ces messages.',
      sms: 'Indiquez-nous votre numéro de téléphone et nous cesserons de vous envoyer ces messages.',
    },
    label: { email: 'Adresse e-mail', sms: 'Numéro de téléphone' },
    hint: { email: 'Par exemple : nom@example.com', sms: 'Avec l’indicatif du pays, par exemple : +33 6 12 34 56 78' },
    button: 'Me désinscrire',
    notUsable: {
      email: 'Ce n’est pas une adresse e-mail. Veuillez la vérifier.',
      sms: 'Ce n’est pas un numéro de téléphone. Veuillez le vérifier.',
    },
    doneTitle: 'C’est fait',
    done: 'Ces messages ne seront plus envoyés à {}.',
    doneDelay: 'Un message déjà parti peut encore vous parvenir.',
    unknownTitle: 'Lien inconnu',
    unknown: 'Il n’y a rien à cette adresse. Vérifiez que vous avez copié le lien en entier.',
    goneTitle: 'Ce lien n’est plus utilisé',
    gone: 'Ce lien n’est plus utilisé. Si vous recevez encore des messages, prenez le lien du plus récent.',
    busyTitle: 'Veuillez réessayer',
    busy: 'Nous ne pouvons pas prendre votre demande pour le moment. Veuillez réessayer dans une minute.',
    failedTitle: 'Cela n’a pas fonctionné',
    failed: 'Votre demande n’a pas pu être comprise. Veuillez ouvrir le lien à nouveau.',
  },
};
