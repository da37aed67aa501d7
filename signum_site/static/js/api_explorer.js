// Swagger UI on /api/docs/. The content security policy allows no inline script, so its settings are here.
"use strict";

const explorer = document.getElementById("explorer");

// Requests carry the token that was entered, never the cookies of this browser.
const withoutCookies = (request) => {
  request.credentials = "omit";
  return request;
};

SwaggerUIBundle({
  url: explorer.dataset.schema,
  domNode: explorer,
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  tagsSorter: "alpha",
  requestInterceptor: withoutCookies,
  // No logo of a validator on another host.
  validatorUrl: null,
});
